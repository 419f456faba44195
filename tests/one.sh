#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# one.sh RESULTS PROGRAM: runs one TAP program through prove, leaves RESULTS/NAME.log and .count, prints a line.
results=$1
program=$2
name=$(basename "$program" .sh)
case $program in tests/*) name=$(basename "$(dirname "$program")")-$name ;; esac
log=$results/$name.log
prove -v -e "$(dirname "$0")/tap" "$program" >"$log" 2>&1
verdict=$?
passed=$(grep -c '^ok ' "$log")
failed=$(grep -c '^not ok ' "$log")
# A program that died, or ran fewer tests than it planned, has failed even if every line says ok.
if [ "$verdict" -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
echo "$passed $failed" >"$results/$name.count"
if [ "$failed" -eq 0 ]; then
    echo "ok      $name ($passed)"
else
    echo "FAILED  $name ($failed of $((passed + failed)))   $log"
    grep -A 12 '^not ok ' "$log" | head -n 60
    tail -n 8 "$log"
fi
