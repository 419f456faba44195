#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The gate on a tiny kernel that is broken in every way a proof can be hollow. Each must fail, and
# say why. TAP on stdout.
# shellcheck disable=SC2016 # the fakes are scripts in quotes
set -u
build=${BUILD:-build}
gate=$(cd "$build/bin" && pwd)/sp-gate
sources=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
root=$scratch/root
tests=0

# A fresh copy of the tiny project; the prover set-up is the real one.
fresh() {
    rm -rf "$root"
    mkdir -p "$root/kernels/tiny" "$root/kernels/include/staleproof" "$root/specs/targets" \
        "$root/proofs"
    cp "$sources/tests/proofs/tiny/largest.c" "$root/kernels/tiny/"
    cp "$sources/tests/proofs/tiny/tiny_largest.h" "$root/kernels/include/staleproof/"
    cp "$sources/tests/proofs/tiny/target" "$root/specs/targets/tiny_largest"
    cp -R "$sources/proofs/wp" "$root/proofs/wp"
    : >"$root/proofs/ledger-reviewed"
}

kernel=kernels/tiny/largest.c
header=kernels/include/staleproof/tiny_largest.h
target=specs/targets/tiny_largest

# edit FILE SED-SCRIPT: a change that changes nothing would test nothing
edit() {
    sed "$2" "$root/$1" >"$scratch/edited"
    cmp -s "$scratch/edited" "$root/$1" && echo "# the edit of $1 changed nothing: $2"
    cp "$scratch/edited" "$root/$1"
}

# judge MODE [OPTION...]: runs the gate in the copy; $code and $output are left behind
judge() {
    mode=$1
    shift
    output=$(cd "$root" && sh proofs/wp/configure.sh build/wp 2>&1 &&
        "$gate" "$mode" -b build -j 2 "$@" 2>&1)
    code=$?
}

report() { # report VERDICT TEXT
    tests=$((tests + 1))
    echo "$1 $tests - $2"
    [ "$1" = ok ] || printf '%s\n' "exit code $code" "$output" | sed 's/^/# /'
}

# refused TEXT CODE [EXIT]: the last run failed with this code, naming it, and proved nothing
refused() {
    verdict="not ok"
    if [ "$code" -eq "${3:-1}" ]; then
        case $output in
        *": proved"*) ;;
        *"$2"*) verdict=ok ;;
        esac
    fi
    report "$verdict" "$1"
}

proved() {
    verdict="not ok"
    [ "$code" -eq 0 ] && case $output in *"verify: proved: 1 of 1 targets"*) verdict=ok ;; esac
    report "$verdict" "$1"
}

# left FORM TEXT PATTERN...: the report of the last run fits every pattern; !PATTERN: does not
left() {
    form=$1 text=$2 verdict=ok
    shift 2
    for pattern; do
        case $pattern in
        !*) grep -q -e "${pattern#!}" "$root/build/proofs/verify.$form" && verdict="not ok" ;;
        *) grep -q -e "$pattern" "$root/build/proofs/verify.$form" || verdict="not ok" ;;
        esac
    done
    [ "$form" != xml ] || ! command -v xmllint >/dev/null ||
        xmllint --noout "$root/build/proofs/verify.xml" || verdict="not ok"
    report "$verdict" "$text"
}

fresh
judge verify
proved "the unbroken kernel is proved"
judge verify
proved "and again, nothing changed"
verdict="not ok"
case $output in *unchanged*) verdict=ok ;; esac
report "$verdict" "without running anything"
judge verify -r junit
left xml "JUnit of a proved target" '<testsuite name="verify" tests="2" failures="0"' '!<failure'
judge verify -r markdown
left md "a table of a proved target" '^| tiny_largest | .* | proved |'
judge verify -r yaml
refused "a report form that does not exist" "junit, sarif or markdown" 2

edit "$kernel" 's/best = i;/;/'
judge verify
refused "a body that does nothing" GOAL_NOT_VALID

fresh
edit "$kernel" '/loop invariant first/d'
judge verify
refused "a deleted loop invariant" GOALS_BELOW_FLOOR

fresh
edit "$kernel" '/loop variant/d; s/loop assigns i, best;/& *\//'
judge verify
refused "a deleted loop variant" GOAL_NOT_VALID

fresh
edit "$kernel" 's/a\[i\] > a\[best\]/a[i] >= a[best]/'
judge verify -r sarif
refused "a wrong tie-break" GOAL_NOT_VALID
left sarif "and SARIF names file, line and clause of the contract" \
    '"uri": "kernels/include/staleproof/tiny_largest.h"' '"startLine": [1-9][0-9]' ': first:'
left sarif "no path in it is absolute" '"SRCROOT"' '!"uri": "[/.]'

fresh
edit "$header" 's/requires some: 0 < n;/requires some: n < 0;/'
judge verify
refused "a contradictory requires" SMOKE_TEST
judge smoke
refused "a contradictory requires, in the smoke tests" SMOKE_TEST

fresh
edit "$header" 's/x \* x <= y \* y; /x * x * x <= y * y; /'
judge verify
refused "a false lemma" LEMMA_NOT_PROVED

fresh
edit "$header" 's/lemma square/axiomatic A { axiom square/; s/y \* y; /y * y; } /'
judge verify
refused "an added axiom" NOT_REVIEWED
echo "axiom square definition it is not one" >"$root/proofs/ledger-reviewed"
judge verify
refused "an axiom reviewed as a definition that is none" ASSUMED_VALID

fresh
edit "$header" 's/lemma square.*/axiomatic A { predicate small(integer x);\
    axiom small: \\forall integer x; small(x) <==> x < 3; } *\//'
echo "axiom small definition names a range" >"$root/proofs/ledger-reviewed"
edit "$target" 's/^goals.*/goals 20/'
judge verify
proved "a definition reviewed as one"

fresh
edit "$header" 's/\/\*@ lemma square/\/*@ admit lemma square/'
judge verify
refused "an admitted lemma" NOT_REVIEWED

fresh
edit "$kernel" 's/    return best;/    \/*@ admit best < 3; *\/\n    return best;/'
judge verify
refused "an admitted assertion" ASSUMED_VALID

fresh
edit "$target" '/^kernel/d'
judge verify
refused "a kernel removed from its target" KERNEL_WITHOUT_TARGET
judge verify tiny_largest
refused "and when that target alone is asked for" KERNEL_WITHOUT_TARGET
rm "$root/$target"
judge verify
refused "no target at all" KERNEL_WITHOUT_TARGET

fresh
edit "$target" 's/^kernel.*/kernel sp_tiny_smallest/'
judge verify
refused "a target for a kernel that does not exist" KERNEL_MISSING

fresh
edit "$target" 's/functional largest/functional largish/'
judge verify
refused "a claim that no goal is about" CLAIM_WITHOUT_PROOF

fresh
printf '%s\n' \
    '/*@ requires \true; terminates \true; assigns \nothing; ensures \result < 1; */' \
    'unsigned elsewhere(unsigned x);' >>"$root/$header"
edit "$kernel" 's/    return best;/    return best + elsewhere(best);/'
judge verify
refused "a call whose contract nobody proves" ASSUMED_CALLEE_CONTRACT

fresh
printf '%s\n' 'static unsigned same(unsigned x) { return x; }' >>"$root/$header"
edit "$kernel" 's/    return best;/    return same(best);/'
judge verify
refused "a function without a contract" UNCONSTRAINED_ASSIGNS

fresh
edit "$target" 's/^preset/functions sp_tiny_largest\
preset/'
printf '%s\n' \
    '/*@ requires x < 9; terminates \true; assigns \nothing; ensures \result > x; */' \
    'static unsigned more(unsigned x) { return x; }' >>"$root/$header"
edit "$kernel" 's/    return best;/    return best < 9 ? more(best) - 1 : best;/'
judge verify
refused "a function that no target of the file lists" PROPERTY_UNPROVED

fresh
edit "$header" 's/lemma square.*/lemma tiny: 0x1p-1075 == 0.0; *\//'
judge verify
refused "a real literal that WP would round" REAL_LITERAL

# WP alone says "Proved goals: n / n" to this one.
fresh
edit "$kernel" 's/    return best;/    if (n > 5)\
        return best \/ 0;\
    return best;/'
judge verify
refused "a division by the constant zero" RUNTIME_ERROR

# fake PROVER SCRIPT: stands before the real one in PATH
fake() {
    rm -rf "$scratch/fake"
    mkdir "$scratch/fake"
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/fake/$1"
    chmod +x "$scratch/fake/$1"
    PATH=$scratch/fake:$real_path
}
real_path=$PATH

fresh
fake cvc4 'exit 0'
judge verify
refused "a prover that prints nothing, not even its version" "another version" 2

fresh
fake cvc4 'case $1 in --version) echo "This is CVC4 version 1.8" ;; esac'
judge verify
refused "a prover that prints only its version" PROVER_UNTRUSTED

fresh
fake cvc4 'case $1 in --version) echo "This is CVC4 version 1.8" ;; *) echo unsat ;; esac'
judge verify
refused "a prover that calls everything proved" PROVER_UNTRUSTED

fresh
fake cvc4 'case $1 in --version) echo "This is CVC4 version 1.7"; exit ;; esac
exec /usr/bin/cvc4 "$@"'
judge verify
refused "a prover of another version" "another version" 2

# The canaries pass and the goals do not: a crash is a failure, never a skip.
fresh
fake cvc4 'for f; do :; done
case $1 in --version) exec /usr/bin/cvc4 "$@" ;; esac
grep -q sp_canary "$f" || kill -SEGV $$
exec /usr/bin/cvc4 "$@"'
judge verify
refused "a prover that crashes on the goals" "NOT PROVED"
PATH=$real_path

fresh
fake frama-c 'case $1 in
-version) echo 25.0 ;;
-print-share-path) exec /usr/bin/frama-c "$@" ;;
esac'
judge verify
refused "a frama-c that prints nothing and exits 0" TOOL_FAILED
PATH=$real_path

echo "1..$tests"
