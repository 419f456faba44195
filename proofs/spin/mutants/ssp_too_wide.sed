# SPDX-License-Identifier: Apache-2.0
# file kernels/server/ssp.c
# One step more than the limit.
s/s->clock\[i\] - s->slowest <= s->limit ?/s->clock[i] - s->slowest <= s->limit + 1u ?/
