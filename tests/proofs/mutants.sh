#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One fault in each proved kernel, chosen by a fixed seed: its proof must fail. `make mutants` tries
# them all. Needs `make verify` to have been run. TAP on stdout.
set -u
build=${BUILD:-build}
seed=${SEED:-1}
echo "# seed $seed"
said=$("$build/bin/sp-mutants" -b "$build" -n 1 -s "$seed" 2>&1)
code=$?
printf '%s\n' "$said" | awk '
    /^(refuted|exhausted) / { print "ok " ++n " - " $0; next }
    /^(MISSED|invalid) / { bad++; print "not ok " ++n " - " $0; next }
    { print "# " $0 }
    END { print "1.." n }'
exit "$code"
