#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One fault in each proved kernel, chosen by a fixed seed: its proof must fail. `make mutants` tries
# them all. Needs `make verify` to have been run. TAP on stdout. A fault that the compiler refuses
# says nothing about the proof and is skipped; a prover that breaks down has refuted nothing. Small
# functions are also proved unchanged, in the same way: if that failed, a kill would mean nothing.
set -u
build=${BUILD:-build}
seed=${SEED:-1}
echo "# seed $seed"
said=$("$build/bin/sp-mutants" -b "$build" -n 1 -s "$seed" 2>&1)
printf '%s\n' "$said" | awk '
    /^(refuted|exhausted) / { killed++; print "ok " ++n " - " $0; next }
    /^invalid / { print "ok " ++n " # SKIP the fault is not C: " $0; next }
    /^(MISSED|CRASHED|BASELINE) / { bad++; print "not ok " ++n " - " $0; next }
    /^control / { print "ok " ++n " - " $0; next }
    { print "# " $0 }
    END { print "1.." n; exit bad > 0 || killed == 0 }'
