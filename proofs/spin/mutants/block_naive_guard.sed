# SPDX-License-Identifier: Apache-2.0
# file kernels/server/block.c
# Those who must let others pass are not given the room for it.
s/if (s->version + r == s->limit + s->held\[r\])/if (s->version == s->limit + s->held[r])/
