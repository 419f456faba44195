#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# times.sh BUILD: the mean time of an update of all six variants over 10^6 updates, against the exact
# formulas, at 0.9999 (four standard errors, and a little more for the few seeds).
set -eu
program=$(cd "$(dirname "${1:-build}")" && pwd)/$(basename "${1:-build}")/bin/staleproof
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
seed=1
for law in exp:1 shifted:1,1; do
    for variant in sync 'ksync K=4' 'kbsync K=4' async 'kasync K=4' 'kbasync K=4'; do
        # shellcheck disable=SC2086  # several keys
        "$program" run problem=none P=8 J=50000 seeds=20 law=$law variant=$variant name=run$seed \
            seed=$((seed * 100)) --out runs >/dev/null
        seed=$((seed + 1))
    done
done
status=0
"$program" compare --confidence 0.9999 runs/*.json >verdicts || status=$?
grep -v staleness_total verdicts
exit $status
