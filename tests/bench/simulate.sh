#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# simulate.sh BUILD: events a second of the simulator with an empty gradient, one core, by number of
# learners. Prints a table; exit code 1 when the rate at P = 100 is below LEAST (events a second).
set -eu
program=${1:-build}/bin/staleproof
least=${LEAST:-1000000}
status=0
printf '%10s %12s %10s %14s\n' learners events seconds 'events/second'
for P in 1 10 100 1000 10000 100000 1000000; do
    J=5000000
    # CPU time, not wall clock: other work on the machine must not count.
    seconds=$({ time -p "$program" run problem=none variant=kbasync K=1 P=$P J=$J seeds=1 \
        >/dev/null; } 2>&1 | awk '/^user|^sys/ { s += $2 } END { print s }')
    rate=$(awk "BEGIN { printf \"%.0f\", $J / $seconds }")
    printf '%10d %12d %10.2f %14d\n' $P $J "$seconds" "$rate"
    if [ $P -eq 100 ] && [ "$rate" -lt "$least" ]; then status=1; fi
done
exit $status
