#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the cases of tests/cli/cases/*.cases against the program in $BUILD/bin and prints TAP.
# With arguments: only these case files.
#
#   ## title
#   $ command line          several are one script; run in an empty folder
#   > a line of standard output, exactly          >~ the same as a shell pattern
#   ! a line of standard error, exactly           !~ the same as a shell pattern
#   >~~ pattern                                   some line fits, the others may be anything
#   = exit code                                   0 if not given
#
# Without `>` lines standard output must be empty, without `!` lines standard error.
set -u
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=${BUILD:-$root/build}
BUILD=$(cd "$BUILD" && pwd) || exit 1
PATH=$BUILD/bin:$PATH
ROOT=$root
export BUILD PATH ROOT
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0

# match EXPECTED ACTUAL: every line fits, in order; both have as many lines.
match() {
    while IFS= read -r pattern <&3; do
        kind=${pattern%%" "*}
        pattern=${pattern#"$kind"}
        pattern=${pattern#" "}
        if [ "$kind" = some ]; then
            found=no
            # shellcheck disable=SC2254  # a pattern, on purpose
            while IFS= read -r line; do case $line in $pattern) found=yes ;; esac; done <"$2"
            if [ "$found" = no ]; then echo "no line fits: $pattern"; return; fi
            continue
        fi
        if ! IFS= read -r line <&4; then echo "missing: $pattern"; return; fi
        # shellcheck disable=SC2254
        case $kind in
        exact) if [ "$line" != "$pattern" ]; then echo "expected: $pattern"; echo "found:    $line"; return; fi ;;
        glob) case $line in $pattern) ;; *) echo "expected: $pattern"; echo "found:    $line"; return ;; esac ;;
        esac
    done 3<"$1" 4<"$2"
    grep -q '^some' "$1" && return
    lines=$(wc -l <"$1")
    tail -n "+$((lines + 1))" "$2" | sed 's/^/unexpected: /'
}

run_case() {
    [ -s "$work/script" ] || return
    count=$((count + 1))
    rm -rf "$work/dir"
    mkdir "$work/dir"
    (cd "$work/dir" && sh "$work/script") >"$work/stdout" 2>"$work/stderr" </dev/null
    code=$?
    {
        [ "$code" -eq "$want" ] || echo "exit code $code, expected $want"
        match "$work/want.stdout" "$work/stdout"
        match "$work/want.stderr" "$work/stderr"
    } >"$work/faults"
    if [ -s "$work/faults" ]; then
        echo "not ok $count - $name: $title"
        sed 's/^/#   /' "$work/script" "$work/faults" "$work/stderr"
    else
        echo "ok $count - $name: $title"
    fi
}

fresh() {
    title=$1
    want=0
    : >"$work/script"
    : >"$work/want.stdout"
    : >"$work/want.stderr"
}

[ $# -gt 0 ] || set -- "$root"/tests/cli/cases/*.cases
for file; do
    name=$(basename "$file" .cases)
    fresh ''
    while IFS= read -r row; do
        text=${row#* }
        [ "$text" != "$row" ] || text=
        case $row in
        '## '*) run_case; fresh "$text" ;;
        '$ '*) printf '%s\n' "$text" >>"$work/script" ;;
        '>~~ '*) echo "some $text" >>"$work/want.stdout" ;;
        '>~ '*) echo "glob $text" >>"$work/want.stdout" ;;
        '>' | '> '*) printf 'exact %s\n' "$text" >>"$work/want.stdout" ;;
        '!~~ '*) echo "some $text" >>"$work/want.stderr" ;;
        '!~ '*) echo "glob $text" >>"$work/want.stderr" ;;
        '!' | '! '*) printf 'exact %s\n' "$text" >>"$work/want.stderr" ;;
        '= '*) want=$text ;;
        '' | '#'*) ;;
        *) echo "Bail out! $file: what is '$row'?"; exit 1 ;;
        esac
    done <"$file"
    run_case
    : >"$work/script"
done
echo "1..$count"
