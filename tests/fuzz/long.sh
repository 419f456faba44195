#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# long.sh BUILD NAME SECONDS: one fuzz target for that long, in a process that is started again
# when it dies. What it learns is kept in BUILD/fuzz/learned/NAME, a failing input in
# BUILD/fuzz/found/NAME-*. Ends with 1 when something was found.
set -eu
build=$1 name=$2 seconds=$3 leaks=1
case $name in gate_*) leaks=0 ;; esac # those programs run once and end: they give nothing back
learned=$build/fuzz/learned/$name
log=$build/fuzz/$name.log
mkdir -p "$learned" "$build/fuzz/found"
echo "$name: $seconds s, log in $log"
status=0
ASAN_OPTIONS=detect_leaks=$leaks "$build/fuzz/$name" -fork=1 -max_total_time="$seconds" \
    -max_len=4096 -timeout=20 -close_fd_mask=1 -ignore_ooms=0 -ignore_timeouts=0 \
    -artifact_prefix="$build/fuzz/found/$name-" \
    "$learned" "tests/fuzz/corpus/$name" >"$log" 2>&1 || status=1
grep -E '^#[0-9]+: cov' "$log" | tail -n 1 || :
[ "$status" -eq 0 ] || grep -E 'ERROR|SUMMARY|not so|runtime error' "$log" | head -n 5
exit "$status"
