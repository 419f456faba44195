#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: runs every test program, two at a time, and ends with "N passed, N failed".
set -eu
BUILD=$1
export BUILD
results=$BUILD/tests/results
rm -rf "$results"
mkdir -p "$results"
here=$(dirname "$0")
# The slow ones first, so that two cores end together.
{ ls "$here"/proofs/*.sh "$here"/coq/*.sh "$here"/mpi/mpi.sh "$here"/fuzz/fuzz.sh 2>/dev/null || :
  ls "$here"/cli/*.sh "$here"/vectors/*.sh "$here"/docs/*.sh 2>/dev/null || :
  ls "$BUILD"/tests/t_* | grep -v '\.' ; } |
    xargs -P "${JOBS:-2}" -n 1 sh "$here/one.sh" "$results"
cat "$results"/*.count | awk '{ p += $1; f += $2 } END {
    printf "%d passed, %d failed\n", p, f
    exit f > 0 || p == 0 }'
