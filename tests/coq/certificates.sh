#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Certificates of the program are accepted by Coq, and a tampered one is not.
set -u
BUILD=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(dirname "$0")
n=0
result() { # result STATUS TEXT
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
# check FILE [SECONDS]: a tampered enclosure may send the exact fallback on a long way, so one that is
# not accepted within SECONDS of CPU counts as refused; a true one has no limit.
check() {
    (ulimit -t "${2:-unlimited}"; exec coqc -q -noglob -Q "$BUILD/coq" Staleproof "$1" \
        >"$work/coq.log" 2>&1)
}

# Every proved bound of the slice once, with inputs at which a condition is met with equality or
# a power is large, if it has such.
while read -r bound inputs; do
    case $bound in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086
    "$BUILD/bin/staleproof" bound "$bound" $inputs --certify "$work/one.v" >"$work/out" 2>&1
    made=$?
    result $made "$bound: certificate written"
    [ $made -eq 0 ] || { sed 's/^/# /' "$work/out"; continue; }
    check "$work/one.v"
    result $? "$bound: Coq accepts it"
    # The lower end is moved above the upper one, by one more digit in front.
    sed '/^    (Q2R (/{s/(Q2R (\([0-9]\)/(Q2R (9\1/;:a;n;ba}' "$work/one.v" >"$work/two.v"
    ! cmp -s "$work/one.v" "$work/two.v" && ! check "$work/two.v" 10
    result $? "$bound: Coq rejects a lower end that is too high"
done <"$here/certificates"

# A condition that fails has no certificate, not even with the numbers of a good one.
"$BUILD/bin/staleproof" bound order_stat_exp P=8 K=4 mu=1 --certify "$work/one.v" >/dev/null
sed 's/N.to_nat 8) (N.to_nat 4)/N.to_nat 8) (N.to_nat 9)/; s/\[8; 4\]/[8; 9]/' "$work/one.v" >"$work/two.v"
! cmp -s "$work/one.v" "$work/two.v" && ! check "$work/two.v" 10
result $? "Coq rejects a certificate whose condition fails"

# A sample of the reference vectors; `make certify` takes all.
sh "$here/../../proofs/coq/certify.sh" "$BUILD" 7 "$work/sample.v" "$here"/../vectors/*.json \
    >"$work/out" 2>"$work/err" && check "$work/sample.v"
result $? "sample of the reference vectors: $(cat "$work/out")"
sed 's/^/# /' "$work/err"
echo "1..$n"
