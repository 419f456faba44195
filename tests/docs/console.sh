#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every `$ staleproof ...` line of the console blocks of docs/*.md and compares what it prints
# with the lines below it. Prints TAP. UPDATE=1 writes the outputs into the pages instead.
# What stands behind a number depends on whether Coq has run: it is left out of the comparison.
set -u
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=$(cd "${BUILD:-$root/build}" && pwd) || exit 1
PATH=$BUILD/bin:$PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The page with every command's output renewed.
renew() {
    inside=no
    while IFS= read -r line; do
        case $line in
        '```console') inside=yes ;;
        '```') inside=no ;;
        '$ '*)
            echo "$line"
            (cd "$work" && sh -c "${line#??}") 2>&1
            continue
            ;;
        esac
        # Inside a block, everything but a command was an output: it has just been printed anew.
        case $inside$line in no* | 'yes```console') echo "$line" ;; esac
    done <"$1"
}

neutral() {
    sed -e 's/model: not machine-checked/STANDING/g' \
        -e 's/proved for given [A-Za-z, ]* (theorem [A-Za-z_0-9]*, checked by Coq); the value used here of [A-Za-z, ]* is not machine-checked/STANDING/g' \
        -e 's/guarantee (theorem [A-Za-z_0-9]*, checked by Coq)/STANDING/g' \
        -e 's/proved for given .* is not machine-checked/STANDING/' \
        -e 's/\[\(model\|proved\)\]$/[STANDING]/' "$1"
}

count=0
for page in $(grep -l '^```console' "$root"/docs/*.md "$root"/README.md); do
    count=$((count + 1))
    renew "$page" >"$work/new"
    if [ -n "${UPDATE:-}" ]; then
        cp "$work/new" "$page"
        continue
    fi
    neutral "$page" >"$work/a"
    neutral "$work/new" >"$work/b"
    # A page whose commands got lost would agree with nothing.
    case $page in *README.md) least=4 ;; *questions.md) least=10 ;; *) least=1 ;; esac
    if [ "$(grep -c '^\$ staleproof' "$page")" -lt $least ]; then
        echo "not ok $count - $(basename "$page") has fewer than $least commands"
    elif diff "$work/a" "$work/b" >"$work/diff"; then
        echo "ok $count - $(basename "$page"): every command prints what the page says"
    else
        echo "not ok $count - $(basename "$page")"
        sed 's/^/#   /' "$work/diff"
    fi
done
echo "1..$count"
