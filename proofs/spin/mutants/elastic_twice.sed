# SPDX-License-Identifier: Apache-2.0
# file kernels/elastic/scheduler.c
# A part that has come is not marked, so it is applied again.
s/^    s->here\[i\] = 1;$//
