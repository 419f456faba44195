/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/root.h"

/* A bracket with the function's values at its ends, as numbers without radius. */
struct bracket {
    arb_t left, right, at_left, at_right;
};

static void value_at(arb_t value, sp_root_function *f, void *context, const arb_t x, slong prec)
{
    f(value, x, context, prec);
    mag_zero(arb_radref(value)); /* only a guide: the end is certified */
}

static void bracket_init(struct bracket *b, const arb_t low, const arb_t high)
{
    arb_init(b->left);
    arb_init(b->right);
    arb_init(b->at_left);
    arb_init(b->at_right);
    arb_get_mid_arb(b->left, low);
    arb_get_mid_arb(b->right, high);
}

static void bracket_clear(struct bracket *b)
{
    arb_clear(b->left);
    arb_clear(b->right);
    arb_clear(b->at_left);
    arb_clear(b->at_right);
}

/* Illinois: the secant through the ends, halving the value of an end that stays too long. */
static void next_point(arb_t x, const struct bracket *b, slong prec)
{
    arb_t slope;
    arb_init(slope);
    arb_sub(slope, b->at_left, b->at_right, prec);
    arb_sub(x, b->right, b->left, prec);
    arb_mul(x, x, b->at_left, prec);
    arb_div(x, x, slope, prec);
    arb_add(x, x, b->left, prec);
    arb_get_mid_arb(x, x);
    if (!arb_is_finite(x) || arb_le(x, b->left) || arb_ge(x, b->right)) {
        arb_add(x, b->left, b->right, prec);
        arb_mul_2exp_si(x, x, -1);
        arb_get_mid_arb(x, x);
    }
    arb_clear(slope);
}

static int is_tight(const struct bracket *b, slong prec)
{
    arb_t width;
    arb_init(width);
    arb_sub(width, b->right, b->left, prec);
    arb_mul_2exp_si(width, width, prec - 10);
    int tight = arb_le(width, b->right);
    arb_clear(width);
    return tight;
}

static void approximate(arb_t x, struct bracket *b, sp_root_function *f, void *context, slong prec)
{
    arb_t value;
    int side = 0;
    arb_init(value);
    value_at(b->at_left, f, context, b->left, prec);
    value_at(b->at_right, f, context, b->right, prec);
    for (slong i = 0; i < 4 * prec && !is_tight(b, prec); i++) {
        next_point(x, b, prec);
        value_at(value, f, context, x, prec);
        if (arb_is_zero(value) || !arb_is_finite(value))
            break;
        if (arb_is_positive(value)) {
            arb_set(b->left, x);
            arb_set(b->at_left, value);
            if (side > 0)
                arb_mul_2exp_si(b->at_right, b->at_right, -1);
            side = 1;
        } else {
            arb_set(b->right, x);
            arb_set(b->at_right, value);
            if (side < 0)
                arb_mul_2exp_si(b->at_left, b->at_left, -1);
            side = -1;
        }
    }
    arb_clear(value);
}

/* Whether f is certainly positive at x - delta and negative at x + delta. */
static int certify(const arb_t x, const arb_t delta, sp_root_function *f, void *context, slong prec)
{
    arb_t end, value;
    arb_init(end);
    arb_init(value);
    arb_sub(end, x, delta, prec);
    f(value, end, context, prec);
    int good = arb_is_positive(value);
    arb_add(end, x, delta, prec);
    f(value, end, context, prec);
    good = good && arb_is_negative(value);
    arb_clear(end);
    arb_clear(value);
    return good;
}

int sp_root_enclose(arb_t root, sp_root_function *f, void *context, const arb_t low,
                    const arb_t high, slong prec)
{
    struct bracket b;
    arb_t x, delta;
    int good = 0;
    bracket_init(&b, low, high);
    arb_init(x);
    arb_init(delta);
    approximate(x, &b, f, context, prec);
    for (slong bits = prec - 16; bits > prec / 4 && !good; bits -= prec / 8) {
        arb_abs(delta, x);
        arb_mul_2exp_si(delta, delta, -bits);
        arb_get_mid_arb(delta, delta);
        good = certify(x, delta, f, context, prec);
    }
    if (good) {
        arb_set(root, x);
        arb_add_error(root, delta);
    }
    bracket_clear(&b);
    arb_clear(x);
    arb_clear(delta);
    return good;
}
