#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One fault in each proved kernel, chosen by a fixed seed. Every fault must be seen by the proof or,
# where the contract says less than the code does, by the kernel's unit test; and at least 95 % of
# them by the proof. `make mutants` tries them all. Needs `make verify` and `make unit-tests` to have
# been run. TAP on stdout. A fault that the compiler refuses says nothing and is skipped.
set -u
build=${BUILD:-build}
seed=${SEED:-1}
echo "# seed $seed"
link="$build/lib/libtool.a $build/lib/libstaleproof.a -lcmocka -lflint-arb -lflint -lmpfr -lgmp
-lgsl -lgslcblas -ljansson -lz -lm"
said=$("$build/bin/sp-mutants" -b "$build" -l "$(echo "$link" | tr '\n' ' ')" -n 1 -s "$seed" 2>&1)
printf '%s\n' "$said" | awk '
    /^(refuted|exhausted) / { killed++; print "ok " ++n " - " $0; next }
    /^invalid / { print "ok " ++n " # SKIP the fault is not C: " $0; next }
    /^MISSED +test killed / { missed++; print "ok " ++n " - " $0; next }
    /^MISSED / { bad++; print "not ok " ++n " - " $0; next }
    { print "# " $0 }
    END { enough = killed > 0 && 100 * killed >= 95 * (killed + missed + bad)
          print (enough ? "ok " : "not ok ") ++n " - by proof: " killed " of " killed + missed + bad
          print "1.." n; exit bad > 0 || !enough }'
