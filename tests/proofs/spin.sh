#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The protocols, model-checked, and the models themselves tried on planted faults. TAP on stdout.
exec sh proofs/spin/check.sh "${BUILD:-build}"
