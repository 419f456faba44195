# SPDX-License-Identifier: Apache-2.0
# file kernels/server/round.c
# Who is there for the meeting is not counted: they wait for ever.
s/^        s->there++;$/        ;/
