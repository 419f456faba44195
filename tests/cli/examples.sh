#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every example of --help and the man page runs, and ends with 0.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=$(cd "${BUILD:-$root/build}" && pwd)
PATH=$BUILD/bin:$PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir build # some examples write below it
count=0
staleproof --examples >list
while IFS= read -r example; do
    count=$((count + 1))
    case $example in
    *'staleproof report'*)
        if [ ! -e "$BUILD/proofs/ledger.json" ]; then
            printf 'ok %d - %s # SKIP needs the ledger of make verify\n' "$count" "$example"
            continue
        fi
        ;;
    esac
    if sh -c "$example" >log 2>&1 </dev/null; then
        printf 'ok %d - %s\n' "$count" "$example"
    else
        printf 'not ok %d - %s\n' "$count" "$example"
        sed 's/^/#   /' log
    fi
done <list
echo "1..$count"
