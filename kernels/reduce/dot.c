/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/reduce_dot.h"
#include "specs/acsl/dot_lemmas.h"

/* Where the sum stays for ever: half an ulp of 2^900 is 2^847, and no term exceeds 2^801. */
#define DOT_CAP 0x1p900

/*@ requires left: dot_in_f64(x);
    requires right: dot_in_f64(y);
    requires sum: \is_finite(s) && -DOT_CAP <= s <= DOT_CAP;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: \is_finite(\result) && -DOT_CAP <= \result <= DOT_CAP;
    ensures square: x == y && s >= 0 ==> \result >= 0;
    ensures step: dot_step(\result, s, x * y); */
static double dot_term(double s, double x, double y)
{
    /*@ assert product: -0x1p800 <= x * y <= 0x1p800; */
    const double p = x * y;
    /*@ assert value: p == rnd64(x * y); */
    /*@ assert error: rounds_f64(p, x * y); */
    /*@ assert small: -0x1p801 <= p <= 0x1p801; */
    /*@ assert square: x == y ==> p >= 0; */
    const double r = s + p;
    /*@ assert sum: r == rnd64(s + p); */
    /*@ assert sum_error: rounds_f64(r, s + p); */
    return r;
}

/*@ requires \is_finite(x);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: dot_in_f64(\result);
    ensures exact: \result == x; */
static double widen_f32(float x)
{
    return x;
}

/*@ requires dot_in_f64(x);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures finite: dot_in_f64(\result);
    ensures exact: \result == x; */
static double widen_f64(double x)
{
    return x;
}

#include "staleproof/real_f64.h"
#include "kernels/reduce/dot.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "kernels/reduce/dot.inc"
#include "staleproof/real_end.h"
