#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# audit.sh COQC DIR: asks Coq what the theorems of DIR/Registry*.v assume and which bounds they are
# about. Writes DIR/assumptions (one a line) and DIR/proved (names of theorems NAME_guarantee).
# Fails if a theorem assumes more than Coq's real numbers do, or if NAME_guarantee does not speak of
# NAME_valid and NAME_bound.
set -eu
coqc=$1
cd "$2"

allowed='ClassicalDedekindReals.sig_forall_dec
ClassicalDedekindReals.sig_not_dec
Classical_Prop.classic
FunctionalExtensionality.functional_extensionality_dep'

theorems=$(cat Registry*.v | sed -n 's/^Theorem \([A-Za-z0-9_]*\).*/\1/p')
guarantees=$(printf '%s\n' "$theorems" | sed -n 's/_guarantee$//p')

{
    echo "From Staleproof Require Import Base Formulary Bounds."
    for file in Registry*.v; do echo "From Staleproof Require Import $(basename "$file" .v)."; done
    for name in $guarantees; do
        cat <<TEXT
Goal True.
  let T := type of (@${name}_guarantee) in
  lazymatch T with
  | context [${name}_valid] =>
    lazymatch T with
    | context [${name}_bound] => idtac
    | _ => fail 0 "${name}_guarantee does not speak of ${name}_bound"
    end
  | _ => fail 0 "${name}_guarantee does not speak of ${name}_valid"
  end.
Abort.
TEXT
    done
    printf 'Definition all := (tt'
    for name in $theorems; do printf ', @%s' "$name"; done
    printf ').\nPrint Assumptions all.\n'
} >Audit.v

"$coqc" -q -noglob -w -ambiguous-paths -Q . Staleproof Audit.v >audit.out
# A line that starts in the first column names an axiom: "name : type" or "name" alone.
sed -n '/^Axioms:/,$p' audit.out | sed -n '2,$s/^\([^ ][^ ]*\).*/\1/p' | sort >assumptions.new

status=0
while read -r axiom; do
    if ! printf '%s\n' "$allowed" | grep -qxF "$axiom"; then
        echo "audit: the registry rests on $axiom, which is not one of the axioms of Coq's reals" >&2
        status=1
    fi
done <assumptions.new
if ! grep -qE '^(Axioms:|Closed under)' audit.out; then
    echo "audit: Coq printed no assumptions" >&2
    status=1
fi
[ "$status" -eq 0 ] || exit 1
printf '%s\n' "$guarantees" | sed '/^$/d; s/$/_guarantee/' | sort >proved
mv assumptions.new assumptions
