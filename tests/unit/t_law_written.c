/* SPDX-License-Identifier: Apache-2.0 */
/* Classes decided from parameters; learners that are not alike against learners that are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bounds/law/crowd.h"
#include "bounds/law/law_read.h"

static void read_law(struct sp_written_law *law, const char *text)
{
    struct sp_error err = {SP_OK, ""};
    if (sp_written_law_read(law, text, &err) != SP_OK)
        fail_msg("%s", err.text);
}

static void classes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum sp_aging aging;
    } rows[] = {
        {"exp:2", SP_AGING_BOTH},
        {"shifted:0,2", SP_AGING_BOTH},
        {"shifted:1e-9,2", SP_AGING_NLU},
        {"gamma:1,2", SP_AGING_BOTH},
        {"gamma:0.999999999999999999999,2", SP_AGING_NSU},
        {"gamma:1.000000000000000000001,2", SP_AGING_NLU},
        {"erlang:3,1", SP_AGING_NLU},
        {"weibull:1/2,1", SP_AGING_NSU},
        {"lognormal:0,1", SP_AGING_NEITHER},
        {"pareto:3,1", SP_AGING_NEITHER},
        {"hyperexp:1/2,1,2", SP_AGING_NSU},
        {"hyperexp:1/2,2,2", SP_AGING_BOTH},
        {"hyperexp:1,1,2", SP_AGING_BOTH},
        {"uniform:0,1", SP_AGING_NLU},
        {"1/2@exp:1+1/2@weibull:1/2,1", SP_AGING_NSU},
        {"1/2@exp:1+1/2@uniform:0,1", SP_AGING_UNKNOWN},
        {"1/2@deterministic:1+1/2@deterministic:2", SP_AGING_NLU}, /* S(1)^2 = 1/4 >= S(2) = 0 */
        {"1/2@deterministic:1+1/2@deterministic:3", SP_AGING_NEITHER}, /* S(2) = 1/2 > 1/4 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sp_written_law law;
        read_law(&law, rows[i].text);
        if (sp_written_law_aging(&law) != rows[i].aging)
            fail_msg("%s: class %d", rows[i].text, (int)sp_written_law_aging(&law));
        sp_written_law_clear(&law);
    }
}

/* P learners in two groups of one law are P learners of it: two independent ways of integration
 * (density, survival function). */
static void groups_of_one_law(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "exp:3",     "shifted:1,2",      "pareto:5/2,1",
        "uniform:1,4", "weibull:2,1",    "gamma:5/2,1",
        "erlang:3,1",  "lognormal:0,1/2", "1/2@uniform:1,2+1/2@pareto:3,1",
        "1/3@deterministic:2+2/3@exp:1",
    };
    arb_t one, two;
    arb_init(one);
    arb_init(two);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sp_written_law law;
        read_law(&law, texts[i]);
        const struct sp_delay_law *const both[] = {&law.law, &law.law};
        const ulong counts[] = {3, 4};
        const struct sp_crowd crowd = {2, both, counts};
        for (int power = 1; power <= 2; power++)
            for (ulong k = 1; k <= 7; k += 3) {
                if (!sp_order_exists(7, k, power, &law.law))
                    continue;
                sp_order_moment(one, 7, k, power, &law.law, 128);
                sp_crowd_moment(two, &crowd, k, power, 128);
                if (!arb_overlaps(one, two) || arb_rel_accuracy_bits(one) < 90 ||
                    arb_rel_accuracy_bits(two) < 90)
                    fail_msg("%s, K = %lu, power %d", texts[i], k, power);
            }
        sp_written_law_clear(&law);
    }
    arb_clear(one);
    arb_clear(two);
}

/* P(X_(K:P) > t) against the plain sum. */
static void binomial_tails(void **state)
{
    (void)state;
    static const ulong sizes[][2] = {{1, 1}, {7, 1}, {7, 4}, {7, 7}, {200, 150}, {200, 3}};
    arb_t s, tail, sum, term, rest;
    arb_init(s);
    arb_init(tail);
    arb_init(sum);
    arb_init(term);
    arb_init(rest);
    for (size_t row = 0; row < 6; row++)
        for (long part = 0; part <= 10; part++) {
            ulong p = sizes[row][0], k = sizes[row][1];
            arb_set_si(s, part);
            arb_div_ui(s, s, 10, 300);
            arb_sub_ui(rest, s, 1, 300);
            arb_neg(rest, rest);
            arb_zero(sum);
            for (ulong i = 0; i < k; i++) {
                arb_bin_uiui(term, p, i, 300);
                arb_pow_ui(tail, rest, i, 300);
                arb_mul(term, term, tail, 300);
                arb_pow_ui(tail, s, p - i, 300);
                arb_addmul(sum, term, tail, 300);
            }
            sp_order_survival(tail, p, k, s, 200);
            assert_true(arb_overlaps(tail, sum));
            assert_true(mag_cmp_2exp_si(arb_radref(tail), -150) < 0);
        }
    arb_clear(s);
    arb_clear(tail);
    arb_clear(sum);
    arb_clear(term);
    arb_clear(rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes),
        cmocka_unit_test(groups_of_one_law),
        cmocka_unit_test(binomial_tails),
    };
    return cmocka_run_group_tests_name("law written", tests, NULL, NULL);
}
