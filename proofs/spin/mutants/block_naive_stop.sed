# SPDX-License-Identifier: Apache-2.0
# file kernels/server/block.c
# The plain guard: apply when no other learner's delay would exceed the limit. It never does exceed
# it, but with three learners two can be at the limit at once, and then nothing may be applied.
s/if (s->version + r == s->limit + s->held\[r\])/if (s->version == s->limit + s->held[r])/
s/^    return r;$/    return r + 1 < s->learners \&\& s->version == s->limit + s->held[r + 1] ? s->learners : r;/
