#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# litmus.sh BUILD: the shared vector and the mailbox under 10^8 operations, then with
# ThreadSanitizer, which must find nothing; and it must find the race that is planted in a copy.
set -eu
build=$(cd "${1:-build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SP_LITMUS=100000000 "$build/tests/t_memory_shared"
# sanitized NAME SOURCE...: the unit test on these sources, with ThreadSanitizer
sanitized() {
    name=$1
    shift
    cc -std=c11 -O2 -g -fsanitize=thread -D_POSIX_C_SOURCE=200809L -Ikernels/include -I. \
        -o "$work/$name" tests/unit/t_memory_shared.c \
        kernels/memory/checked_shared.c kernels/check/*.c "$@" -lcmocka -lpthread
    SP_LITMUS=2000000 TSAN_OPTIONS=halt_on_error=1 "$work/$name" >"$work/$name.log" 2>&1
}
sanitized clean kernels/memory/shared.c kernels/memory/mailbox.c ||
    { tail -n 40 "$work/clean.log"; echo "ThreadSanitizer objects"; exit 1; }
sed 's/memory_order_release);$/memory_order_relaxed);/' kernels/memory/mailbox.c >"$work/mailbox.c"
if sanitized racing kernels/memory/shared.c "$work/mailbox.c"; then
    echo "ThreadSanitizer did not see a hand-over without release"
    exit 1
fi
grep -q 'data race' "$work/racing.log"
echo "litmus: nothing lost in 10^8 operations; ThreadSanitizer is content, and sees a missing release"
