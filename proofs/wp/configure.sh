#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# configure.sh OUT: writes the prover configuration (OUT/why3.conf, OUT/drivers) for this machine.
# The drivers are made from those that Why3 installed: they are LGPL text, so none is kept here.
#
# Two cuts of each SMT solver serve floating point, for which the stock set-up proves nothing:
#   nofp  without the solver's own floats: ieee_float stays a set of axioms (scalar code)
#   mem   without those axioms as well: fewer hypotheses (loops, memory, lemmas over the reals)
# Dropping hypotheses can only lose proofs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/drivers"
out=$(cd "$1" && pwd)
stock=$(why3 --print-datadir)/drivers
cd "$out/drivers"

for part in smt-libv2.gen smt-libv2-bv.gen cvc4_bv.gen discrimination.gen no-bv.gen cvc4_16.gen \
    cvc4_17.drv; do
    [ -f "$stock/$part" ] || { echo "configure.sh: Why3 has no $stock/$part" >&2; exit 2; }
    cp "$stock/$part" .
done
sed '/smt-libv2-floats.gen/d' cvc4_16.gen >cvc4_nofp.gen
# cvc5 reports its steps in another form.
sed 's#^steps "smt::.*#steps "resource::resourceUnitsUsed = \\\\([0-9]+.?[0-9]*\\\\)" 1#' \
    cvc4_nofp.gen >cvc5_nofp.gen

for theory in ieee_float.GenericFloat ieee_float.Float32 ieee_float.Float64 \
    ieee_float.FloatConverter frama_c_wp.cfloat.Cfloat staleproof.Rounding; do
    printf 'theory %s\n  remove allprops\nend\n' "$theory"
done >no_float_axioms.gen

# Both solvers complain when asked why an answer that is known is unknown.
not_unknown=$(grep '^unknown' "$stock/cvc4_17.drv")

# driver SOLVER LOGIC CUT [MORE]
driver() {
    cat >"$1_$3.drv" <<END
prelude "(set-logic $2)"
$not_unknown
import "$1_nofp.gen"
${4:-}
theory BuiltIn
  meta "supports_smt_get_info_unknown_reason" ""
end
END
}
driver cvc4 ALL_SUPPORTED nofp
driver cvc4 ALL_SUPPORTED mem "import \"no_float_axioms.gen\""
driver cvc5 ALL nofp
driver cvc5 ALL mem "import \"no_float_axioms.gen\""

# solver NAME VERSION CUT PROGRAM STATISTICS-OPTION
solver() {
    cat <<END

[prover]
name = "$1"
version = "$2"
alternative = "$3"
command = "$4 $5 --tlimit=%t000 --lang=smt2 %f"
command_steps = "$4 $5 --rlimit=%S --lang=smt2 %f"
driver = "$out/drivers/$4_$3.drv"
editor = ""
in_place = false
interactive = false
END
}
# Z3 dies at Why3's usual memory limit of 1000. The load path is how WP finds our theory.
{
    cat <<END
[main]
datadir = "$(why3 --print-datadir)"
libdir = "$(why3 --print-libdir)"
magic = 14
memlimit = 2000
running_provers_max = 2
timelimit = 5
loadpath = "$here/share"
END
    for stock_prover in Gappa:1.4.1 Z3:4.8.12 CVC4:1.8; do
        name=${stock_prover%:*}
        program=$(printf %s "$name" | tr '[:upper:]' '[:lower:]')
        printf '\n[partial_prover]\nname = "%s"\npath = "%s"\nversion = "%s"\n' \
            "$name" "$(command -v "$program")" "${stock_prover#*:}"
    done
    for cut in nofp mem; do
        solver CVC4 1.8 "$cut" cvc4 --stats
        solver CVC5 1.0.3 "$cut" cvc5 --stats-internal
    done
} >"$out/why3.conf.new"
mv "$out/why3.conf.new" "$out/why3.conf"
