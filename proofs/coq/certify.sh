#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# certify.sh BUILD EVERY OUT.v VECTORS.json...: a certificate for every EVERY-th reference vector
# whose bound is proved, in one file. Prints "N certificates, N without" (refused inputs, or inputs
# that no certificate can hold).
set -eu
build=$1
every=$2
out=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line a record: the bound, then its inputs as KEY=VALUE. The vectors are written one item a
# line, so no reader of JSON is needed.
cat "$@" | awk -v every="$every" -v proved="$build/coq/proved" '
    BEGIN { while ((getline name < proved) > 0) { sub(/_guarantee$/, "", name); known[name] = 1 } }
    /^  "quantity":/ { split($0, part, "\""); bound = part[4]; line = bound; inside = 0 }
    /^  "inputs": \{/ { inside = 1; next }
    /^  \}/ { inside = 0 }
    inside { gsub(/[",]/, ""); sub(/^ */, ""); sub(/: */, "="); line = line "\t" $0 }
    /^  "value": "REFUSE"/ { bound = "" }
    /^ \}/ && bound in known && n++ % every == 0 { print line }' >"$work/cases"

echo 'From Staleproof Require Import Certificate Bounds BoundsAst.' >"$work/all.v"
made=0
without=0
tab=$(printf '\t')
while IFS= read -r case; do
    old=$IFS
    IFS=$tab
    set -f
    # shellcheck disable=SC2086  # the tabs are to be split at
    set -- $case
    set +f
    IFS=$old
    if "$build/bin/staleproof" bound "$@" --certify "$work/one.v" >/dev/null 2>"$work/why"; then
        made=$((made + 1))
        sed -n "s/certificate_1/certificate_$made/; /^Lemma/,/^Qed/p" "$work/one.v" >>"$work/all.v"
    else
        without=$((without + 1))
        printf '%s: ' "$case" >>"$work/refused"
        cat "$work/why" >>"$work/refused"
    fi
done <"$work/cases"
[ "$made" -gt 0 ] || { echo "certify: no certificate was made" >&2; exit 1; }
mv "$work/all.v" "$out"
[ ! -f "$work/refused" ] || cat "$work/refused" >&2
echo "$made certificates, $without without"
