#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Contracts executed on random inputs, and on faults that they must catch. TAP on stdout.
exec sh proofs/eva/eacsl.sh "${BUILD:-build}"
