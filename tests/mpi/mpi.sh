#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs with one process a learner: real ones under mpirun, and 256 inside SimGrid. TAP.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=$(cd "${BUILD:-$root/build}" && pwd)
export BUILD
PATH=$BUILD/bin:$PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
count=0
check() { # check TITLE COMMAND...
    title=$1
    shift
    count=$((count + 1))
    if "$@" >log 2>&1; then
        echo "ok $count - $title"
    else
        echo "not ok $count - $title"
        sed 's/^/#   /' log
    fi
}
QUADRATIC='problem=quadratic dimension=20 eta=1/50'
mpi() { timeout 60 staleproof run engine=mpi $QUADRATIC --oversubscribe "$@"; }
# Numbers of a run that do not depend on the clock.
iterates() { grep -o '"\(final_gap\|mean_gradient2\|drained_gap\)": [^,}]*' "$1"; }
same_iterates() { # the same setting on processes and on the virtual clock
    mpi --json P=1 seeds=2 "$@" >real.json &&
        staleproof run $QUADRATIC --json P=1 seeds=2 "$@" >virtual.json &&
        iterates real.json >real && iterates virtual.json >virtual &&
        test -s real && cmp real virtual
}
# Every delivery, replayed through the proved machine.
keeps_the_books() {
    rm -rf out
    mpi --out out deliveries=yes J=60 seeds=2 "$@" >/dev/null && staleproof check out/*.jsonl
}
fails() { # fails CODE PATTERN COMMAND...: the exit code, and a line of what it said
    code=$1
    pattern=$2
    shift 2
    "$@" >said 2>&1
    got=$?
    cat said
    test "$got" -eq "$code" && grep -q -e "$pattern" said
}
ranks_of() { # processes of the run called $1
    for process in /proc/[0-9]*; do
        tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q "^[^ ]*staleproof-mpi run .*name=$1 " &&
            echo "${process#/proc/}"
    done
}
learner() { # the learner that was started last, once the run goes
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        found=$(ranks_of "$1" | sort -n | tail -n 1)
        test -n "$found" && sleep 1 && echo "$found" && return
        sleep 0.3
    done
}
survives() { # survives NAME CODE PATTERN WORD...: a learner is killed in the middle
    name=$1-$$
    code=$2
    pattern=$3
    shift 3
    mpi name="$name" sleep=1/100 J=400 seeds=1 "$@" >said 2>&1 &
    run=$!
    kill -9 "$(learner "$name")"
    wait "$run"
    got=$?
    cat said
    test "$got" -eq "$code" && grep -q 'was lost after update' said && grep -q -e "$pattern" said
}
inside_simgrid() {
    sh "$root/tests/mpi/cluster.sh" 256 run engine=mpi $QUADRATIC variant=kasync P=255 K=64 \
        sleep=1 J=50 seeds=1 deliveries=yes --out "$1" >"$1.txt" && staleproof check "$1"/*.jsonl
}
twice_inside_simgrid() {
    inside_simgrid first && inside_simgrid second && diff -r first second
}

check '2 ranks: the iterates are those of the simulation, to the bit' \
    same_iterates variant=async J=300
check '2 ranks: so they are with compressed messages' same_iterates variant=async J=300 top=3
for variant in sync 'ksync K=2' 'kbsync K=2' async 'kasync K=2' 'kbasync K=2'; do
    check "4 ranks: the proved machine accepts every delivery of $variant" \
        keeps_the_books P=3 variant=$variant
done
check '4 ranks: compressed messages keep the books' keeps_the_books P=3 variant=kasync K=2 top=3
check '3 ranks: compressed messages of sync keep the books' keeps_the_books P=2 variant=sync top=3
check 'a lost learner is survived where K can be had without it' \
    survives survivor 0 'time of an update' P=3 variant=kasync K=2
check 'where it cannot, all stop with one message' \
    survives victim 3 'after update [0-9]*: 2 of 3 learners are left, but sync needs 3' P=3 variant=sync
none_left() { sleep 1; test -z "$(ranks_of "[a-z]*-$$")"; }
check 'no rank stays behind' none_left
check 'a run that diverges stops with the reason' \
    fails 1 'the run diverges: update' mpi P=1 variant=async eta=1e6 largest=1000 J=1000
check 'compression with cancelled jobs is refused' \
    fails 2 'top: with engine=mpi' mpi P=3 variant=ksync K=2 top=3
check 'more ranks than processors are refused, with a way out' \
    fails 2 'give --oversubscribe' staleproof run engine=mpi $QUADRATIC P=4000 variant=async
check 'without a launcher it says what to install' \
    fails 2 'install openmpi-bin' env PATH=/nowhere "$BUILD/bin/staleproof" run engine=mpi $QUADRATIC P=1 variant=async
check 'too few ranks by hand are refused' \
    fails 2 'need 3 ranks; there are 2' env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    mpirun --oversubscribe -n 2 staleproof-mpi run engine=mpi $QUADRATIC P=2 variant=async
check '256 ranks inside SimGrid: books kept, and the same run twice' twice_inside_simgrid
echo "1..$count"
