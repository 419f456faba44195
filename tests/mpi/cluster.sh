#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cluster.sh RANKS WORD...: the ranks of staleproof-mpi inside SimGrid, one a node of a cluster in
# which a message takes 5 ms. No real time passes; the computation itself takes none.
set -eu
ranks=$1
shift
BUILD=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/cluster.xml" <<XML
<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="node-" suffix="" radical="0-$((ranks - 1))"
speed="1Gf" bw="1.25GBps" lat="2.5ms" sharing_policy="SPLITDUPLEX"/></platform>
XML
seq -f 'node-%g' 0 "$((ranks - 1))" >"$work/hosts"
# CM02: latencies as written. Messages start at once, not when they are waited for.
timeout 120 smpirun -np "$ranks" -platform "$work/cluster.xml" -hostfile "$work/hosts" \
    --log=root.thresh:warning --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:1Gf \
    --cfg=network/model:CM02 --cfg=smpi/async-small-thresh:65536 \
    "$BUILD/tests/staleproof-smpi" "$@" patience=0
