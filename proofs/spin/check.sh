#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh BUILD [MODEL]: model-checks the rows of specs/models/runs, TAP on stdout.
#
# A row holds when SPIN has searched everything (no state was left out, no depth cut) and found no
# error; it is caught when SPIN found one. Anything else, a compiler error included, is a failure.
set -u
build=$1 only=${2:-}
root=$(pwd)
rows=specs/models/runs
tests=0 failed=0

# plant FAULT: a copy of the kernel with the fault in it, under the scratch folder
plant() {
    file=$(sed -n 's/^# file //p' "$1")
    mkdir -p "$scratch/$(dirname "$file")"
    sed -f "$1" "$file" >"$scratch/$file"
    ! cmp -s "$file" "$scratch/$file" # a fault that changes nothing would test nothing
}

# shellcheck disable=SC2086 # definitions are words
compile() {
    (cd "$scratch" && spin -a $defines "$root/specs/models/$model.pml" >spin.log 2>&1 &&
        cc -O1 -w -I. -I"$root" -I"$root/kernels/include" $defines -DVECTORSZ=4096 -DCOLLAPSE \
            -DMEMLIM=1000 $1 -o pan pan.c >>spin.log 2>&1)
}

search() {
    case $check in
    safety) compile "-DSAFETY -DNOCLAIM" && (cd "$scratch" && ./pan -m1000000 >pan.log 2>&1) ;;
    progress) compile "-DNFAIR=6" && (cd "$scratch" && ./pan -a -f -m1000000 >pan.log 2>&1) ;;
    esac
}

# Prints holds, caught or broken.
verdict() {
    log=$scratch/pan.log
    if [ ! -f "$log" ] || ! grep -q 'errors: ' "$log"; then echo broken
    elif ! grep -q 'errors: 0' "$log"; then echo caught
    elif grep -q 'max search depth too small\|Search not completed\|out of memory' "$log"; then
        echo broken
    else echo holds
    fi
}

report() {
    tests=$((tests + 1))
    name="$model $check $expect $*"
    states=$(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$scratch/pan.log" 2>/dev/null | head -n 1)
    found=$(verdict)
    if [ "$found" = "$expect" ]; then
        echo "ok $tests - $name # $states states"
    else
        failed=$((failed + 1))
        echo "not ok $tests - $name: $found"
        tail -n 20 "$scratch/pan.log" "$scratch/spin.log" 2>/dev/null | sed 's/^/# /'
    fi
}

run_row() {
    model=$1 check=$2 expect=$3
    shift 3
    defines='' planted=0
    scratch=$build/spin/$model
    rm -rf "$scratch"
    mkdir -p "$scratch"
    scratch=$(cd "$scratch" && pwd)
    for word; do
        case $word in
        fault=*) plant "proofs/spin/mutants/${word#fault=}.sed" || planted=1 ;;
        *) defines="$defines -D$word" ;;
        esac
    done
    if [ $planted -eq 0 ]; then search; fi
    report "$@"
}

while read -r row; do
    case $row in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086 # words
    set -- $row
    [ -z "$only" ] || [ "$only" = "$1" ] || continue
    run_row "$@"
done <$rows
echo "1..$tests"
[ $failed -eq 0 ] && [ $tests -gt 0 ]
