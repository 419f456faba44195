# SPDX-License-Identifier: Apache-2.0
# file kernels/server/machine.c
# The last of the waiting learners is not restarted.
s/for (uint32_t q = 0; q < s->wanted; q++)$/for (uint32_t q = 0; q + 1 < s->wanted; q++)/
