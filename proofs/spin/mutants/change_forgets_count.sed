# SPDX-License-Identifier: Apache-2.0
# file kernels/server/machine.c
# The count of updates does not start anew with K.
/^void sp_server_change/,/^}/s/^    s->updates = 0;$//
