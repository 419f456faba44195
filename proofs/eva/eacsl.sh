#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# eacsl.sh BUILD: contracts executed. E-ACSL puts checks into the drivers and their kernels, which
# then run on random inputs; a fault in the kernel must make a check fail. TAP on stdout.
#
# Debian has no e-acsl-gcc.sh, so its run-time library is compiled here.
set -u
build=$1
here=proofs/eva root=$(pwd)
share=$(frama-c -print-share-path)/e-acsl library=$(frama-c -print-lib-path)/e-acsl
tests=0 failed=0

report() { # report VERDICT TEXT LOG
    tests=$((tests + 1))
    echo "$1 $tests - $2"
    [ "$1" = ok ] && return
    failed=$((failed + 1))
    tail -n 12 "$3" | sed 's/^/# /'
}

# program NAME HEADER FILE FOLDER: the driver with checks, FOLDER/program
program() {
    { echo "#include \"$2\"" && awk -v name="$1" -f $here/driver.awk $here/drivers |
        grep -v 'proofs/eva/inputs.h'; } >"$4/driver.c"
    (cd "$4/root" && timeout 100 frama-c -no-unicode -machdep gcc_x86_64 \
        "-cpp-extra-args=-Ikernels/include -I. -Dconst= -include $here/eacsl.h" \
        -e-acsl ../driver.c "$3" -then-last -print -ocode ../checked.c) >"$4/log" 2>&1 &&
        gcc -std=gnu99 -w -DE_ACSL_SEGMENT_MMODEL -DE_ACSL_STACK_SIZE=32 -DE_ACSL_HEAP_SIZE=128 \
            "-I$share" -o "$4/program" "$4/checked.c" $here/eacsl_inputs.c "$share/e_acsl_rtl.c" \
            "$build/lib/libstaleproof.a" "-L$library" -leacsl-dlmalloc -lgmp -lm -lpthread >>"$4/log" 2>&1
}

fresh() {
    rm -rf "$1"
    mkdir -p "$1/root"
    for room in proofs specs; do ln -s "$root/$room" "$1/root/$room"; done
    cp -R kernels "$1/root/kernels"
}

# runs FOLDER: how many of twenty seeds pass every check
runs() {
    passed=0
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        SEED=$seed "$1/program" >>"$1/log" 2>&1 && passed=$((passed + 1))
    done
    echo $passed
}

mkdir -p "$build/eacsl"
while read -r name header file fault; do
    case $name in '' | '#'*) continue ;; esac
    folder=$build/eacsl/$name
    fresh "$folder"
    verdict='not ok' checks=0
    if program "$name" "$header" "$file" "$folder"; then
        checks=$(grep -c '__e_acsl_assert(' "$folder/checked.c")
        [ "$(runs "$folder")" -eq 20 ] && [ "$checks" -gt 0 ] && verdict=ok
    fi
    report "$verdict" "$name: $checks checks hold on 20 runs" "$folder/log"
    fresh "$folder"
    sed "$fault" "$file" >"$folder/root/$file"
    verdict='not ok'
    ! cmp -s "$file" "$folder/root/$file" && program "$name" "$header" "$file" "$folder" &&
        [ "$(runs "$folder")" -lt 20 ] && grep -q 'failed:' "$folder/log" && verdict=ok
    report "$verdict" "$name: a planted fault breaks its contract" "$folder/log"
done <<'ROWS'
queue_heap staleproof/queue_heap.h kernels/queue/heap.c s/h->id\[p\] < h->id\[q\]) ?/h->id[p] > h->id[q]) ?/
random_word staleproof/random_philox.h kernels/random/bits53.c s/4294967296u/4294967295u/
random_index staleproof/random_philox.h kernels/random/index.c s|word \* n|word * (n + 1)|
ROWS
echo "1..$tests"
[ $failed -eq 0 ] && [ $tests -gt 0 ]
