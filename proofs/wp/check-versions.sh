#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check-versions.sh LIST: are the provers there, and of the versions in LIST? Names each that is
# not and exits 2. Prints "program version" lines when all is well: part of what a proof depends on.
wrong=0
{
    while read -r program version; do
        case $program in '' | '#'*) continue ;; esac
        if ! command -v "$program" >/dev/null 2>&1; then
            echo "prover missing: $program $version" >&2
            wrong=1
            continue
        fi
        case $program in
        frama-c) found=$($program -version 2>&1 | head -n 1) ;;
        *) found=$($program --version 2>&1 | head -n 1) ;;
        esac
        # The version as a whole word: 1.8 is not 1.80, 25.0 is 25.0-beta too.
        case " $(printf %s "$found" | tr -c '0-9.\n' ' ') " in
        *" $version "*) echo "$program $version" ;;
        *)
            echo "prover of another version: $program is '$found', the proofs need $version" >&2
            wrong=1
            ;;
        esac
    done
    [ "$wrong" -eq 0 ]
} <"$1" || {
    echo "nothing is proved without them; on Debian 12: apt-get install" \
        "frama-c-base why3 cvc4 cvc5 z3 gappa" >&2
    exit 2
}
