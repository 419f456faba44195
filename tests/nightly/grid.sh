#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# grid.sh BUILD: 540 settings (variants x laws x learners x steps x problems), 12 seeds each, held
# against every bound that speaks of them. Nothing may be violated. Some 3,000 verdicts are judged at
# once, so the limits are at 1 - 1e-7: a false alarm in one night of 3,000.
set -eu
program=$(cd "$(dirname "${1:-build}")" && pwd)/$(basename "${1:-build}")/bin/staleproof
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
runs=0
for law in exp:1 shifted:1,1 uniform:1/2,2 deterministic:1 hyperexp:1/2,4,2/5 pareto:5/2,1; do
    for P in 2 5 16; do
        for step in 1/20 1/200; do
            for problem in 'least=1 noise=1' 'least=1/10 noise=1/4 m=3' 'least=1/2 noise=4 top=5'; do
                for variant in sync "ksync K=$(((P + 1) / 2))" 'kbsync K=3' async \
                    "kasync K=$(((P + 1) / 2))" 'kbasync K=3'; do
                    case "$variant $problem" in *async*top*) continue ;; esac
                    runs=$((runs + 1))
                    # shellcheck disable=SC2086  # several keys each
                    "$program" run problem=quadratic dimension=20 eta=$step J=300 seeds=12 \
                        law=$law P=$P variant=$variant $problem name=run$runs seed=$((runs * 100)) \
                        --out runs >/dev/null
                done
            done
        done
    done
done
echo "# $runs runs"
status=0
"$program" compare --confidence 0.9999999 runs/*.json >verdicts || status=$?
tail -n 1 verdicts
grep ' violated ' verdicts || :
exit $status
