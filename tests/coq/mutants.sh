#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutants.sh [EVERY [BOUND]]: a formula that is changed must break its theorem. Each line of the file
# `mutants` changes one formula file by sed; other bounds are changed in four general ways. The theory
# is then compiled against it, and only the files that can notice: those that name the bound and depend
# on Bounds.v, and what they need. Bounds without a theorem are passed over. EVERY (default 20, a
# sample): take every EVERY-th mutant only; BOUND: and only those of this bound. `make coq-mutants`
# takes all.
set -u
BUILD=${BUILD:-build}
every=${1:-20}
only=${2:-}
here=$(dirname "$0")
root=$(cd "$here/../.." && pwd)
coq=$(cd "$BUILD/coq" && pwd)
tool=$(cd "$BUILD/bin" && pwd)/sp-formula
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
line=0

# The files that depend on Bounds.v, in an order in which they can be compiled.
sed -n "s|^.*/\([A-Za-z0-9_]*\)\.vo: \(.*\)|\1 \2|p" "$coq/depend.mk" | awk '{
    for (i = 2; i <= NF; i++) if ($i ~ /\.vo$/) { sub(/.*\//, "", $i); sub(/\.vo$/, "", $i); print $i, $1 }
}' >"$work/edges"
tsort "$work/edges" | awk -v edges="$work/edges" '
    BEGIN { while ((getline e < edges) > 0) { split(e, p, " "); needs[p[2]] = needs[p[2]] " " p[1] } }
    $1 == "Bounds" { after[$1] = 1; next }
    { m = split(needs[$1], q, " "); for (i = 1; i <= m; i++) if (q[i] in after) { after[$1] = 1 }
      if ($1 in after) print $1 }' >"$work/dependents"

# compile NAME: of the dependents, those that name the bound and those that they need. Fails as soon
# as one does.
compile() {
    (cd "$work/m" && coqc -q -noglob -w none -Q . Staleproof Bounds.v >log 2>&1) || return 2
    while read -r file; do grep -lwE "$1_(bound|valid)" "$coq/$file.v"; done <"$work/dependents" |
        sed 's|.*/||; s|\.v$||' >"$work/naming"
    tac "$work/dependents" | awk -v edges="$work/edges" -v naming="$work/naming" '
        BEGIN { while ((getline e < edges) > 0) { split(e, p, " "); needs[p[2]] = needs[p[2]] " " p[1] }
                while ((getline n < naming) > 0) wanted[n] = 1 }
        $1 in wanted { m = split(needs[$1], q, " "); for (i = 1; i <= m; i++) wanted[q[i]] = 1; print }' |
        tac >"$work/order"
    while read -r file; do
        cp "$coq/$file.v" "$work/m/"
        (cd "$work/m" && ulimit -t 60 &&
            coqc -q -noglob -w none -Q . Staleproof "$file.v" >log 2>&1)
        case $? in 0) ;; 1) return 1 ;; *) return 3 ;; esac
    done <"$work/order"
}

# mutate BOUND HOW: the formula file, changed by sed (HOW is a script) or in one of four general ways.
mutate() {
    file=$root/specs/bounds/$1.bound
    case $2 in
    halved) awk '/^value/ { sub(/^value/, "let mutant_value =") } { print }
                 END { print "value mutant_value/2" }' "$file" ;;
    squared) awk '/^value/ { sub(/^value/, "let mutant_value =") } { print }
                  END { print "value mutant_value^2" }' "$file" ;;
    unconditional) awk '/^need/ { skip = 1; next } /^[ \t]/ && skip { next } { skip = 0; print }' "$file" ;;
    reordered) # the first two parameters of the same kind change places
        awk '{ line[NR] = $0 }
             $1 == "real" || $1 == "nat" { n = ++count[$1]; at[$1, n] = NR }
             END { kind = count["real"] > 1 ? "real" : "nat"
                   if (count[kind] > 1) { i = at[kind, 1]; j = at[kind, 2]
                       t = line[i]; line[i] = line[j]; line[j] = t }
                   for (i = 1; i <= NR; i++) print line[i] }' "$file" ;;
    *) sed "$2" "$file" ;;
    esac
}

# The mutants of the file, then four general ones for each proved bound that the file leaves out.
{
    grep -v '^ *\(#\|$\)' "$here/mutants"
    while read -r name; do
        bound=${name%_guarantee}
        grep -q "^$bound|" "$here/mutants" && continue
        echo "$bound|constant|halved"
        echo "$bound|condition|unconditional"
        echo "$bound|exponent|squared"
        [ "$(grep -c '^real' "$root/specs/bounds/$bound.bound")" -lt 2 ] || echo "$bound|parameters|reordered"
    done <"$coq/proved"
} >"$work/list"

while IFS='|' read -r bound kind script; do
    grep -qx "${bound}_guarantee" "$coq/proved" || continue
    [ -z "$only" ] || [ "$bound" = "$only" ] || continue
    line=$((line + 1))
    [ $(((line - 1) % every)) -eq 0 ] || continue
    n=$((n + 1))
    rm -rf "$work/m"
    mkdir "$work/m"
    ln -s "$coq"/*.vo "$work/m"
    while read -r file; do rm -f "$work/m/$file.vo"; done <"$work/dependents"
    rm -f "$work/m/Bounds.vo"
    mutate "$bound" "$script" >"$work/m/$bound.bound"
    if cmp -s "$root/specs/bounds/$bound.bound" "$work/m/$bound.bound"; then
        echo "not ok $n - $bound, $kind: the mutant is no change"
        continue
    fi
    others=$(ls "$root"/specs/bounds/*.bound | grep -v "/$bound\.bound$")
    # shellcheck disable=SC2086
    "$tool" coq $others "$work/m/$bound.bound" >"$work/m/Bounds.v"
    compile "$bound"
    case $? in
    1) echo "ok $n - $bound, $kind" ;;
    2) echo "not ok $n - $bound, $kind: the changed formula itself is not accepted" ;;
    3) echo "not ok $n - $bound, $kind: neither proved nor refuted in a minute" ;;
    *) echo "not ok $n - $bound, $kind: the theorem survives" ;;
    esac
done <"$work/list"
echo "1..$n"
