#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# try.sh BUILD TARGET [FRAMA-C OPTION...]: one run of a target by hand, log on stdout, no verdict.
# For work on a proof: `make verify TARGET=name` is what judges. From the root of the sources.
set -eu
build=$1 target=$2
shift 2
[ -f "$build/wp/why3.conf" ] || sh proofs/wp/configure.sh "$build/wp"
# value KEY: from the target file, else from its preset
value() { sed -n "s/^$1[[:space:]][[:space:]]*//p" "specs/targets/$target"; }
preset() { sed -n "s/^$(value preset)[[:space:]][[:space:]]*$1[[:space:]]*//p" proofs/wp/presets; }
either() { v=$(value "$1"); echo "${v:-$(preset "$1")}"; }
functions=$(value functions)
[ "${functions:-all}" = all ] || set -- -wp-fct "$(echo "$functions" | tr ' ' ',')" "$@"
# shellcheck disable=SC2046 # options are words
WHY3CONFIG=$build/wp/why3.conf exec frama-c -machdep gcc_x86_64 \
    -cpp-extra-args="-Ikernels/include -I." -wp -wp-rte -wp-model "$(preset model)" \
    -wp-prover "$(either provers | tr -s ' ' ',')" -wp-steps "$(either steps)" -wp-timeout 100 \
    -wp-par 2 $(preset flags) $(value flags) "$(value file)" "$@"
