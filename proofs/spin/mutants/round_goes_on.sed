# SPDX-License-Identifier: Apache-2.0
# file kernels/server/round.c
# Nobody waits for the meeting.
s/return s->done\[i\] < s->period ? 1u : 0u;/return 1u;/
