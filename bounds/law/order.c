/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/order.h"

#include <stdlib.h>

#include "bounds/law/integral.h"

struct integrand {
    ulong p, k;
    int power;
    arb_t scale; /* K binomial(P, K) */
    arb_t at;    /* a point of the piece */
    const struct sp_delay_law *law;
};

/* F^(K-1) S^(P-K) */
static void powers(acb_t h, const struct integrand *f, const acb_t survival, slong prec)
{
    acb_t power;
    acb_init(power);
    acb_sub_ui(h, survival, 1, prec);
    acb_neg(h, h);
    acb_pow_ui(h, h, f->k - 1, prec);
    acb_pow_ui(power, survival, f->p - f->k, prec);
    acb_mul(h, h, power, prec);
    acb_clear(power);
}

/* d/du ln(F^(K-1) S^(P-K)) = weight ((K-1) - (P-1) F)/(F S): small where the integrand is large,
 * which the powers taken one by one do not see. */
static void log_slope(acb_t slope, const struct integrand *f, const acb_t survival,
                      const acb_t weight, slong prec)
{
    acb_t done;
    acb_init(done);
    acb_sub_ui(done, survival, 1, prec);
    acb_neg(done, done);
    acb_mul_ui(slope, done, f->p - 1, prec);
    acb_sub_ui(slope, slope, f->k - 1, prec);
    acb_neg(slope, slope);
    acb_mul(slope, slope, weight, prec);
    acb_div(slope, slope, done, prec);
    acb_div(slope, slope, survival, prec);
    acb_clear(done);
}

/* The powers on a set around m: h(m) exp(d), |d| <= |u - m| sup |slope|. 0: no use. */
#define SMALL_RADIUS -30

static int powers_around(acb_t h, const struct integrand *f, const acb_t u, const acb_t survival,
                         const acb_t weight, slong prec)
{
    acb_t x, w;
    mag_t radius, size;
    mag_init(radius);
    mag_init(size);
    acb_init(x);
    acb_init(w);
    mag_hypot(radius, arb_radref(acb_realref(u)), arb_radref(acb_imagref(u)));
    int useful = mag_cmp_2exp_si(radius, SMALL_RADIUS) > 0;
    if (useful) {
        log_slope(x, f, survival, weight, prec);
        acb_get_mag(size, x);
        mag_mul(size, size, radius);
        useful = acb_is_finite(x) && mag_cmp_2exp_si(size, 6) < 0;
    }
    if (useful) {
        acb_get_mid(x, u);
        sp_delay_law_at(h, w, f->law, x, f->at, prec);
        acb_set(x, h);
        powers(h, f, x, prec);
        acb_zero(x);
        acb_add_error_mag(x, size);
        acb_exp(x, x, prec);
        acb_mul(h, h, x, prec);
    }
    mag_clear(radius);
    mag_clear(size);
    acb_clear(x);
    acb_clear(w);
    return useful;
}

static int integrand(acb_ptr out, const acb_t u, void *context, slong order, slong prec)
{
    (void)order;
    struct integrand *f = context;
    acb_t survival, x;
    acb_init(survival);
    acb_init(x);
    sp_delay_law_at(survival, out, f->law, u, f->at, prec);
    if (!powers_around(x, f, u, survival, out, prec))
        powers(x, f, survival, prec);
    acb_mul(out, out, x, prec);
    acb_exp(x, u, prec);
    acb_pow_ui(x, x, (ulong)f->power, prec);
    acb_mul(out, out, x, prec);
    acb_mul_arb(out, out, f->scale, prec);
    acb_clear(survival);
    acb_clear(x);
    return 0;
}

int sp_order_exists(ulong p, ulong k, int power, const struct sp_delay_law *law)
{
    int exists = 1;
    arb_t left;
    arb_init(left);
    for (size_t i = 0; i < law->n; i++) {
        if (law->parts[i].kind != SP_LAW_PARETO)
            continue;
        arb_mul_ui(left, law->parts[i].a, p - k + 1, 512);
        arb_sub_si(left, left, power, 512);
        if (arb_is_nonpositive(left)) {
            exists = 0;
            break;
        }
        exists = arb_is_positive(left) ? exists : -1;
    }
    arb_clear(left);
    return exists;
}

static int by_value(const void *a, const void *b)
{
    const struct sp_law_part *const *left = a, *const *right = b;
    return arf_cmp(arb_midref((*left)->a), arb_midref((*right)->a));
}

/* The atoms by value; the caller frees. NULL: no memory (the moment is then not finite). */
static const struct sp_law_part **sorted_atoms(size_t *n, const struct sp_delay_law *law)
{
    const struct sp_law_part **atoms = malloc((law->n + 1) * sizeof *atoms);
    *n = 0;
    for (size_t i = 0; atoms && i < law->n; i++)
        if (law->parts[i].kind == SP_LAW_ATOM)
            atoms[(*n)++] = &law->parts[i];
    if (atoms)
        qsort(atoms, *n, sizeof *atoms, by_value);
    return atoms;
}

/* From the largest atom down: `above` is the weight of the atoms that have been. Equal values may
 * be several atoms: then their jumps add up. */
static void add_atoms(arb_t moment, ulong p, ulong k, int power, const struct sp_delay_law *law,
                      slong prec)
{
    arb_t above, smooth, before, after, jump;
    size_t n = 0;
    const struct sp_law_part **atoms = sorted_atoms(&n, law);
    arb_init(above);
    arb_init(smooth);
    arb_init(before);
    arb_init(after);
    arb_init(jump);
    if (atoms == NULL)
        arb_indeterminate(moment);
    for (size_t i = n; i-- > 0;) {
        sp_delay_law_survival(smooth, law, atoms[i]->a, 0, prec);
        arb_add(jump, smooth, above, prec);
        sp_order_survival(after, p, k, jump, prec);
        arb_add(above, above, atoms[i]->weight, prec);
        arb_add(jump, smooth, above, prec);
        if (arb_contains_si(jump, 1) && i == 0 && arb_is_zero(smooth))
            arb_one(jump); /* all of the weight */
        sp_order_survival(before, p, k, jump, prec);
        arb_sub(jump, before, after, prec);
        arb_pow_ui(after, atoms[i]->a, (ulong)power, prec);
        arb_addmul(moment, jump, after, prec);
    }
    arb_clear(above);
    arb_clear(smooth);
    arb_clear(before);
    arb_clear(after);
    arb_clear(jump);
    free(atoms);
}

static void integrate(arb_t moment, struct integrand *f, const arb_t from, const arb_t to,
                      double middle, slong prec)
{
    size_t n;
    slong room;
    arb_ptr points = sp_order_pieces(&n, &room, &f->law, 1, from, to, prec);
    slong wanted = prec - (slong)(middle * f->power * 1.4426950408889634);
    for (size_t i = 0; i < n; i++) {
        arb_add(f->at, points + i, points + i + 1, prec);
        arb_mul_2exp_si(f->at, f->at, -1);
        arb_exp(f->at, f->at, prec);
        sp_integral_add(moment, integrand, f, points + i, points + i + 1, prec, wanted);
    }
    _arb_vec_clear(points, room);
}

static int has_density(const struct sp_delay_law *law)
{
    for (size_t i = 0; i < law->n; i++)
        if (law->parts[i].kind != SP_LAW_ATOM)
            return 1;
    return 0;
}

/* dP(X_(K:P) > t)/dS is at most K binomial(P, K). Between two atoms the integral by parts has its
 * values at both ends, each with the same bound. */
static int end_thin(struct sp_delay_law *cut, arb_t rest, struct integrand *f, double middle,
                    slong prec)
{
    arb_t scale;
    arb_init(scale);
    arb_mul_ui(scale, f->scale, 2 * f->law->n + 1, prec);
    int good = sp_order_cut(cut, rest, f->law, scale, f->power, middle, prec);
    f->law = cut;
    arb_clear(scale);
    return good;
}

/* The parts of X below e^from and above e^to: both between 0 and their bound. */
static void continuous(arb_t moment, struct integrand *f, slong prec, slong work)
{
    arb_t from, to, rest, below, choose;
    struct sp_delay_law cut;
    sp_delay_law_init(&cut);
    arb_init(from);
    arb_init(to);
    arb_init(rest);
    arb_init(below);
    arb_init(choose);
    double middle = sp_order_middle(f->p, f->k, f->law);
    arb_bin_uiui(choose, f->p, f->p - f->k + 1, work);
    sp_order_end(to, rest, f->law, choose, f->p - f->k + 1, f->power, middle, prec);
    arb_set_d(from, middle - (double)prec / f->power);
    arb_mul_si(below, from, f->power, work);
    arb_exp(below, below, work);
    arb_add(rest, rest, below, work);
    if (f->law->n > 1 && sp_delay_law_is_thick(f->law) && !end_thin(&cut, rest, f, middle, work))
        arb_indeterminate(moment);
    integrate(moment, f, from, to, middle, work);
    arb_mul_2exp_si(rest, rest, -1);
    arb_add(moment, moment, rest, work);
    arb_add_error(moment, rest);
    sp_delay_law_clear(&cut);
    arb_clear(from);
    arb_clear(to);
    arb_clear(rest);
    arb_clear(below);
    arb_clear(choose);
}

void sp_order_moment(arb_t moment, ulong p, ulong k, int power, const struct sp_delay_law *law,
                     slong prec)
{
    struct integrand f = {.p = p, .k = k, .power = power, .law = law};
    slong work = prec + 16 + 2 * (slong)FLINT_BIT_COUNT(p); /* powers of P lose that much */
    arb_init(f.scale);
    arb_init(f.at);
    arb_bin_uiui(f.scale, p, k, work);
    arb_mul_ui(f.scale, f.scale, k, work);
    arb_zero(moment);
    if (has_density(law))
        continuous(moment, &f, prec, work);
    add_atoms(moment, p, k, power, law, work);
    arb_clear(f.scale);
    arb_clear(f.at);
}
