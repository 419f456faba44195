#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bounds.sh BUILD: what the calculator costs, in CPU seconds of this run, beside mpmath at 30 digits
# (Debian's python3-mpmath; its quadrature is not an enclosure). Exit code 1 when a ratio or limit
# is missed or a digit differs.
set -eu
program=${1:-build}/bin/staleproof
status=0
file=$(mktemp)
trap 'rm -f "$file"' EXIT

# cpu N COMMAND...: CPU seconds of one of N runs; the output of the last one is in $file.
cpu() {
    count=$1
    shift
    { time -p sh -c 'n=$1; out=$2; shift 2; while [ "$n" -gt 0 ]; do "$@" >"$out"; n=$((n - 1)); done' \
        sh "$count" "$file" "$@"; } 2>&1 |
        awk -v n="$count" '/^user|^sys/ { s += $2 } END { printf "%.6f", s / n }'
}

# row WHAT SECONDS LIMIT [REFERENCE]
row() {
    verdict=$(awk -v a="$2" -v b="$3" 'BEGIN { print a <= b ? "ok" : "MISSED" }')
    printf '%-44s %10s s   at most %-9s %s\n' "$1" "$2" "$3" "$verdict"
    [ "$verdict" = ok ] || status=1
}

same() {
    [ "$2" = "$3" ] && return
    echo "$1: $2, mpmath has $3"
    status=1
}

if ! reference=$(python3 - <<'END'
import time
from mpmath import mp, mpf, quad, erfc, exp, sqrt, pi, binomial, digamma
mp.dps = 30
def seconds(f, n):
    start = time.process_time()
    for i in range(n):
        value = f()
    return (time.process_time() - start) / n, mp.nstr(value, 28, strip_zeros=False)
def lognormal():
    P, K = 1000, 500
    c = K * binomial(P, K)
    def f(u):
        S = erfc(u / sqrt(mpf(2))) / 2
        return exp(u) * c * (1 - S)**(K - 1) * S**(P - K) * exp(-u * u / 2) / sqrt(2 * pi)
    return quad(f, [-2, -1, -0.5, 0, 0.5, 1, 2])
print(*seconds(lognormal, 10), *seconds(lambda: digamma(10**6 + 1) - digamma(2), 100))
END
)
then
    echo "python3-mpmath is not installed: nothing to compare with" >&2
    exit 77
fi
# shellcheck disable=SC2086  # four words
set -- $reference

start=$(cpu 50 "$program" version)
row "start-up" "$start" 0.020

many=$(cpu 1 "$program" bound order_stat_exp P=1000000 mu=1 --digits 28 --sweep K=1..1000000:2001)
row "H_P - H_(P-K) at P = 10^6, in a row of 2001" \
    "$(awk -v a="$many" -v s="$start" 'BEGIN { printf "%.6f", (a - s) / 2001 }')" 0.001
cpu 1 "$program" bound order_stat_exp P=1000000 K=999999 mu=1 --digits 28 >/dev/null
same "H_P - H_1" "$(cut -d' ' -f1 "$file")" "$4"

one=$(cpu 20 "$program" bound order_stat_lognormal P=1000 K=500 location=0 scale=1 --digits 28)
row "lognormal E X_(500:1000), start-up included" "$one" \
    "$(awk -v a="$1" 'BEGIN { printf "%.6f", 2 * a }')"
printf '%-44s %10.6f s   (twice that is the limit)\n' "    mpmath's quadrature" "$1"
same "lognormal" "$(cut -d' ' -f1 "$file")" "$2"
row "lognormal E X_(50000:100000)" \
    "$(cpu 5 "$program" bound order_stat_lognormal P=100000 K=50000 location=0 scale=1)" 1
row "lognormal E X_(500000:1000000)" \
    "$(cpu 5 "$program" bound order_stat_lognormal P=1000000 K=500000 location=0 scale=1)" 1

row "sweep of 100000 closed forms" "$(cpu 1 "$program" bound sync_pl L=1 c=1/10 sigma2=1/5 MG=0 \
    m=1 eta=1/5 K=4 D0=5 --sweep J=1..100000:100000)" 2
exit $status
