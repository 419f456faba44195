# SPDX-License-Identifier: Apache-2.0
# file kernels/elastic/window.c
# One gradient more than the limit may be missing.
s/s->step - s->applied\[j\] > s->limit/s->step - s->applied[j] > s->limit + 1u/
