#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each fuzz target on its corpus, which holds every input that ever broke it, and on a fixed number
# of further inputs made from a fixed seed: the same ones wherever it runs. `make fuzz` goes on for
# as long as you like. TAP on stdout.
set -u
build=${BUILD:-build}
seed=${SEED:-1}
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

one() {
    name=$1 runs=$2 leaks=1
    case $name in gate_*) leaks=0 ;; esac # those programs run once and end: they give nothing back
    mkdir "$work/$name"
    ASAN_OPTIONS=detect_leaks=$leaks "$build/fuzz/$name" -seed="$seed" -runs="$runs" \
        -max_len=4096 -timeout=60 -close_fd_mask=1 -artifact_prefix="$work/$name-" \
        "$work/$name" "tests/fuzz/corpus/$name" >"$work/$name.log" 2>&1
}

n=0 bad=0
for file in tests/fuzz/f_*.c; do
    name=${file#tests/fuzz/f_}
    name=${name%.c}
    n=$((n + 1))
    runs=$(awk -v name="$name" '$1 == name { print $2 }' tests/fuzz/runs)
    if [ -n "$runs" ] && one "$name" "$runs"; then
        echo "ok $n - $name: $(grep DONE "$work/$name.log" | tr -s ' \t' ' ')"
        continue
    fi
    bad=1
    echo "not ok $n - $name${runs:+ ($runs inputs)}"
    [ -n "$runs" ] || { echo "# it is not in tests/fuzz/runs"; continue; }
    grep -E 'ERROR|SUMMARY|not so|runtime error|Base64' "$work/$name.log" | sed 's/^/# /'
    tail -n 15 "$work/$name.log" | sed 's/^/# /'
done
echo "1..$n"
exit $bad
