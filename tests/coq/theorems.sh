#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/theorems.md is what the registries and the formula files give, and lists every proved bound.
set -u
BUILD=${BUILD:-build}
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$(cd "$BUILD/bin" && pwd)/sp-formula
work=$(mktemp)
trap 'rm -f "$work"' EXIT
n=0
result() { # result STATUS TEXT
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

(cd "$root" && sh proofs/coq/theorems.sh "$tool") >"$work"
cmp -s "$work" "$root/docs/theorems.md"
result $? "docs/theorems.md is up to date (else: make theorems)"
missing=$(while read -r name; do grep -q "^Theorem $name " "$work" || echo "$name"; done <"$BUILD/coq/proved")
[ -z "$missing" ]
result $? "every proved bound has its theorem there $missing"
echo "1..$n"
