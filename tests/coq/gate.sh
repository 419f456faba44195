#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What decides that a bound is proved: it must see every way to cheat that we know.
set -u
BUILD=${BUILD:-build}
room=$(dirname "$0")/../../proofs/coq
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
result() { # result STATUS TEXT
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
# A fresh folder with the compiled theory and a registry of our own.
registry() {
    rm -rf "$work/coq"
    mkdir "$work/coq"
    ln -s "$(cd "$BUILD/coq" && pwd)"/*.vo "$work/coq"
    rm "$work/coq/Registry.vo"
    {
        echo 'From Coq Require Import Reals.'
        echo 'From Staleproof Require Import Base Formulary Bounds.'
        echo 'Local Open Scope R_scope.'
        cat
    } >"$work/coq/Registry.v"
    (cd "$work/coq" && coqc -q -noglob -Q . Staleproof Registry.v) >"$work/log" 2>&1 ||
        { sed 's/^/# /' "$work/log"; return 9; }
}
audit() { sh "$room/audit.sh" coqc "$work/coq" >"$work/log" 2>&1; }

sh "$room/gate.sh" "$room" >"$work/log" 2>&1
result $? "no file of the theory assumes anything"
for text in 'Theorem t : False. Admitted.' 'Axiom a : False.' 'Goal False. admit. Abort.' \
    'Parameter p : False.' 'Conjecture c : False.' 'Unset Guard Checking.'; do
    mkdir -p "$work/gate"
    printf '%s\n' "$text" >"$work/gate/File.v"
    ! sh "$room/gate.sh" "$work/gate" >"$work/log" 2>&1
    result $? "the gate sees: $text"
done

registry <<'EOT'
Theorem speedup_exp_guarantee P : speedup_exp_valid P -> speedup_exp_bound P = INR P * harmonic P.
Proof. reflexivity. Qed.
EOT
audit && grep -qx speedup_exp_guarantee "$work/coq/proved"
result $? "an honest theorem is listed as proved"

registry <<'EOT'
Axiom convenient : forall P, speedup_exp_valid P -> speedup_exp_bound P = 1.
Theorem speedup_exp_guarantee P : speedup_exp_valid P -> speedup_exp_bound P = 1.
Proof. apply convenient. Qed.
EOT
! audit && grep -q 'rests on .*convenient' "$work/log"
result $? "a theorem that rests on an axiom of its own is refused"

registry <<'EOT'
Variable convenient : forall P, speedup_exp_valid P -> speedup_exp_bound P = 1.
Theorem speedup_exp_guarantee P : speedup_exp_valid P -> speedup_exp_bound P = 1.
Proof. apply convenient. Qed.
EOT
! audit && grep -q 'rests on .*convenient' "$work/log"
result $? "a variable outside a section is an axiom, and is refused"

registry <<'EOT'
Theorem speedup_exp_guarantee P : speedup_exp_valid P -> 0 <= INR P.
Proof. intros _. apply pos_INR. Qed.
EOT
! audit && grep -q 'does not speak of speedup_exp_bound' "$work/log"
result $? "a theorem that does not speak of its bound is refused"

registry <<'EOT'
Theorem speedup_exp_guarantee P : speedup_exp_bound P = INR P * harmonic P.
Proof. reflexivity. Qed.
EOT
! audit && grep -q 'does not speak of speedup_exp_valid' "$work/log"
result $? "a theorem that does not speak of its conditions is refused"

registry <<'EOT'
Theorem no_such_bound_guarantee : True.
Proof. exact I. Qed.
EOT
! audit
result $? "a guarantee for a bound that no formula file has is refused"

# The program was compiled with exactly the list that Coq's registry gives.
sh "$room/proved.sh" "$BUILD/coq/proved" | cmp -s - "$BUILD/gen/proved_bounds.c"
result $? "the program's list is the registry's"
echo "1..$n"
