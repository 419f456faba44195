# SPDX-License-Identifier: Apache-2.0
# file kernels/elastic/window.c
# What comes is applied at once, even of a step that has not begun here.
s/ \&\& s->applied\[j\] < s->step ? 1u : 0u/ ? 1u : 0u/
