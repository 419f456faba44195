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
count=0
staleproof --examples >list
while IFS= read -r example; do
    count=$((count + 1))
    if sh -c "$example" >log 2>&1 </dev/null; then
        echo "ok $count - $example"
    else
        echo "not ok $count - $example"
        sed 's/^/#   /' log
    fi
done <list
echo "1..$count"
