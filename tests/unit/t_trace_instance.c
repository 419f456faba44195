/* SPDX-License-Identifier: Apache-2.0 */
/* The runs that `falsify` takes for the truth, against all 2^K outcomes of noise +-s, in rationals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/catalogue.h"
#include "bounds/formula/evaluate.h"

#define STEPS 6

struct numbers {
    fmpq_t h, step, s, start, rho;
};

static void set(struct numbers *n)
{
    fmpq_init(n->h);
    fmpq_init(n->step);
    fmpq_init(n->s);
    fmpq_init(n->start);
    fmpq_init(n->rho);
    fmpq_set_si(n->h, 5, 3);
    fmpq_set_si(n->step, 2, 7);
    fmpq_set_si(n->s, 3, 4);
    fmpq_set_si(n->start, 11, 5);
    fmpq_set_si(n->rho, 1, 3);
}

static void clear(struct numbers *n)
{
    fmpq_clear(n->h);
    fmpq_clear(n->step);
    fmpq_clear(n->s);
    fmpq_clear(n->start);
    fmpq_clear(n->rho);
}

/* gradient = h x +- s */
static void noisy(fmpq_t g, const struct numbers *n, const fmpq_t x, int plus)
{
    fmpq_mul(g, n->h, x);
    if (plus)
        fmpq_add(g, g, n->s);
    else
        fmpq_sub(g, g, n->s);
}

static void add_square(fmpq_t sum, const struct numbers *n, const fmpq_t x)
{
    fmpq_t g;
    fmpq_init(g);
    fmpq_mul(g, n->h, x);
    fmpq_addmul(sum, g, g);
    fmpq_clear(g);
}

static void delayed_run(fmpq_t sum, const struct numbers *n, const unsigned *delays, unsigned signs)
{
    fmpq x[STEPS + 1];
    fmpq_t g;
    fmpq_init(g);
    for (int k = 0; k <= STEPS; k++)
        fmpq_init(x + k);
    fmpq_set(x, n->start);
    for (unsigned k = 0; k < STEPS; k++) {
        add_square(sum, n, x + k);
        noisy(g, n, x + k - delays[k], signs >> k & 1);
        fmpq_mul(g, g, n->step);
        fmpq_sub(x + k + 1, x + k, g);
    }
    for (int k = 0; k <= STEPS; k++)
        fmpq_clear(x + k);
    fmpq_clear(g);
}

static void feedback_run(fmpq_t sum, const struct numbers *n, unsigned signs)
{
    fmpq_t v, e, w, q, ideal;
    fmpq_init(v);
    fmpq_init(e);
    fmpq_init(w);
    fmpq_init(q);
    fmpq_init(ideal);
    fmpq_set(v, n->start);
    for (unsigned t = 0; t < STEPS; t++) {
        fmpq_sub(ideal, v, e);
        add_square(sum, n, ideal);
        noisy(w, n, v, signs >> t & 1);
        fmpq_mul(w, w, n->step);
        fmpq_add(w, w, e);
        fmpq_mul(e, n->rho, w);
        fmpq_sub(q, w, e);
        fmpq_sub(v, v, q);
    }
    fmpq_clear(v);
    fmpq_clear(e);
    fmpq_clear(w);
    fmpq_clear(q);
    fmpq_clear(ideal);
}

/* The formula's enclosure contains the mean, and is narrow. */
static void expect(const char *value, fmpq_t sum)
{
    char text[512];
    struct sp_bound *b = NULL;
    struct sp_error err = {0};
    struct sp_catalogue *catalogue = sp_catalogue_new();
    arb_t ball;
    arb_init(ball);
    fmpq_t n;
    fmpq_init(n);
    fmpq_set_si(n, STEPS << STEPS, 1);
    fmpq_div(sum, sum, n);
    fmpq_clear(n);
    snprintf(text, sizeof text, "bound q\nlist delays d\nvalue %s\n", value);
    if (sp_bound_read(&b, text, "q", &err) != SP_OK)
        fail_msg("%s", err.text);
    struct sp_case *c = sp_case_new(catalogue, b);
    assert_int_equal(sp_case_set(c, "delays", "0,1,2,0,3,2", &err), SP_OK);
    if (sp_case_ball(c, ball, SP_PRECISION_DEFAULT, &err) != SP_OK)
        fail_msg("%s", err.text);
    assert_true(arb_contains_fmpq(ball, sum));
    assert_true(arb_rel_accuracy_bits(ball) > 80);
    sp_case_free(c);
    sp_bound_free(b);
    sp_catalogue_free(catalogue);
    arb_clear(ball);
}

static void delayed_against_all_outcomes(void **state)
{
    static const unsigned delays[STEPS] = {0, 1, 2, 0, 3, 2};
    struct numbers n;
    fmpq_t sum;
    (void)state;
    set(&n);
    fmpq_init(sum);
    for (unsigned signs = 0; signs < 1u << STEPS; signs++)
        delayed_run(sum, &n, delays, signs);
    expect("delayed_gradient2(delays, 5/3, 2/7, 9/16, 11/5)", sum);
    fmpq_clear(sum);
    clear(&n);
}

static void feedback_against_all_outcomes(void **state)
{
    struct numbers n;
    fmpq_t sum;
    (void)state;
    set(&n);
    fmpq_init(sum);
    for (unsigned signs = 0; signs < 1u << STEPS; signs++)
        feedback_run(sum, &n, signs);
    expect("feedback_gradient2(6, 5/3, 2/7, 1/3, 9/16, 11/5)", sum);
    fmpq_clear(sum);
    clear(&n);
}

static void refused(const char *value, const char *delays, const char *message)
{
    char text[256];
    struct sp_bound *b = NULL;
    struct sp_error err = {0};
    struct sp_catalogue *catalogue = sp_catalogue_new();
    arb_t ball;
    arb_init(ball);
    snprintf(text, sizeof text, "bound q\nlist delays d\nvalue %s\n", value);
    assert_int_equal(sp_bound_read(&b, text, "q", &err), SP_OK);
    struct sp_case *c = sp_case_new(catalogue, b);
    assert_int_equal(sp_case_set(c, "delays", delays, &err), SP_OK);
    assert_int_equal(sp_case_ball(c, ball, SP_PRECISION_DEFAULT, &err), SP_FALSE);
    if (strstr(err.text, message) == NULL)
        fail_msg("%s", err.text);
    sp_case_free(c);
    sp_bound_free(b);
    sp_catalogue_free(catalogue);
    arb_clear(ball);
}

static void bad_instances(void **state)
{
    (void)state;
    refused("delayed_gradient2(delays, 1, 1, 1, 1)", "1", "the delay of an update");
    refused("delayed_gradient2(delays, 1, 1, 1, 1)", "0,1/2", "whole number");
    refused("feedback_gradient2(0, 1, 1, 1, 1, 1)", "0", "there is no step");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delayed_against_all_outcomes),
        cmocka_unit_test(feedback_against_all_outcomes),
        cmocka_unit_test(bad_instances),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
