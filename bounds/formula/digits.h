/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_DIGITS_H
#define SP_FORMULA_DIGITS_H

#include "bounds/formula/value.h"

enum sp_rounding { SP_DOWN, SP_NEAREST, SP_UP };

/* Decimal texts with at most `n` significant digits, made with malloc (NULL: no memory). A value
 * that is exact and has a shorter decimal form is written in that form. */

/* "1.2345e-07": rounded down (up), never the other way. */
char *sp_digits_outward(const struct sp_value *v, enum sp_rounding direction, int n, slong prec);

/* The value rounded to n digits, for people: "0.1549", "7485.471", "1.55e-07"; NULL with
 * *certain = 0 when the enclosure does not decide the last digit. */
char *sp_digits_rounded(const struct sp_value *v, int n, slong prec, int *certain);

/* "p/q" if that has at most `longest` characters, else NULL. */
char *sp_digits_exact(const struct sp_value *v, size_t longest);

/* Short, for messages: "1/40", "1.38", "about 1.3e5". */
char *sp_digits_short(const struct sp_value *v, slong prec);

#endif
