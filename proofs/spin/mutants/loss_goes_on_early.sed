# SPDX-License-Identifier: Apache-2.0
# file kernels/elastic/loss.c
# A step begins as if nobody were awaited.
s/^    s->awaited++;$//
