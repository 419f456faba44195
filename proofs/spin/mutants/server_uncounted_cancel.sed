# SPDX-License-Identifier: Apache-2.0
# file kernels/server/machine.c
# A cancelled job is not counted.
s/^    s->cancelled++;$//
