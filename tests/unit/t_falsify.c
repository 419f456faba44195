/* SPDX-License-Identifier: Apache-2.0 */
/* The falsifier: what counts as a violation, that searches repeat, that bad files are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/falsify/hunt.h"

#define HEAD "attack a\nof sync_pl\ntitle t\n"

static struct sp_hunt hunt(struct sp_attack *attack, struct sp_catalogue *catalogue,
                           const char *text, uint64_t seed, uint32_t evaluations)
{
    struct sp_error err = {0};
    if (sp_attack_read(attack, text, "a", &err) != SP_OK)
        fail_msg("%s", err.text);
    struct sp_hunt h = {.attack = attack,
                        .catalogue = catalogue,
                        .seed = seed,
                        .evaluations = evaluations,
                        .precision = {8, 128, 4096, 0}};
    if (sp_hunt_run(&h, &err) != SP_OK)
        fail_msg("%s", err.text);
    return h;
}

static enum sp_outcome outcome(const char *text)
{
    struct sp_attack attack;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    struct sp_hunt h = hunt(&attack, catalogue, text, 1, 200);
    enum sp_outcome result = h.best.outcome;
    sp_hunt_clear(&h);
    sp_attack_clear(&attack);
    sp_catalogue_free(catalogue);
    return result;
}

#define X "real x input\nrange x = 1..4:4\n"

/* sqrt(x)^2 is x, but no enclosure of it is a point: only a gap may be called a violation. */
static void enclosures_that_touch_are_no_violation(void **state)
{
    (void)state;
    assert_int_equal(outcome(HEAD X "value sqrt(x)^2\nvalue x\n"), SP_CONSISTENT);
    assert_int_equal(outcome(HEAD "claim =\n" X "value exp(ln(x))\nvalue x\n"), SP_CONSISTENT);
    assert_int_equal(outcome(HEAD X "value exp(ln(x)) + 10^(-60)\nvalue x\n"), SP_CONSISTENT);
}

static void gaps_are_violations(void **state)
{
    (void)state;
    assert_int_equal(outcome(HEAD X "value sqrt(x)^2 + 10^(-6)\nvalue x\n"), SP_VIOLATION);
    assert_int_equal(outcome(HEAD "claim =\n" X "value x - 1/10^6\nvalue x\n"), SP_VIOLATION);
    assert_int_equal(outcome(HEAD "claim >=\n" X "value x\nvalue x + x/10^9\n"), SP_VIOLATION);
    assert_int_equal(outcome(HEAD "claim >=\n" X "value x + 1\nvalue x\n"), SP_CONSISTENT);
    assert_int_equal(outcome(HEAD X "value 0*x\nvalue -x\n"), SP_VIOLATION);
}

static void outside_the_conditions_nothing_counts(void **state)
{
    (void)state;
    assert_int_equal(outcome(HEAD X "value 2*x\nvalue x\nneed 5 < x\n"), SP_OUTSIDE);
    assert_int_equal(outcome(HEAD X "value 2*x\nvalue x\nneed 3 < x\n"), SP_VIOLATION);
}

/* One point in 10000 violates; climbing finds it, and the seed does not matter. */
static void climbs(void **state)
{
    (void)state;
    static const char text[] = HEAD "real x input\nrange x = 1..100:100\nreal y input\n"
                                    "range y = 1..100:100\nvalue 2 - (x/71 - 1)^2 - (y/13 - 1)^2\n"
                                    "value 2 - 1/10^6\n";
    assert_int_equal(outcome(text), SP_VIOLATION);
}

static void simplifies(void **state)
{
    (void)state;
    struct sp_attack attack;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    struct sp_hunt h = hunt(&attack, catalogue,
                            HEAD "list d delays\nrange d = 0,1,2,3 x 2..8 causal\n"
                                 "value sum(k, len(d), d[k])\nvalue 3/2\n",
                            5, 100);
    assert_int_equal(h.best.outcome, SP_VIOLATION);
    char *text = sp_instance_text(&attack.axes[0], &h.best.instance, 0);
    assert_string_equal(text, "0,0,2");
    free(text);
    sp_hunt_clear(&h);
    sp_attack_clear(&attack);
    sp_catalogue_free(catalogue);
}

static void searches_repeat(void **state)
{
    struct sp_finding found[2];
    uint32_t inside[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct sp_attack attack;
        struct sp_catalogue *catalogue = sp_catalogue_new();
        struct sp_hunt h = hunt(&attack, catalogue,
                                HEAD "real x input\nrange x = 0..1:100\nlist d delays\n"
                                     "range d = 0..5:6 x 2..9\n"
                                     "value x*(1 - x)*sum(k, len(d), d[k]*(4 - d[k]))\nvalue 20\n",
                                9, 150);
        found[i] = h.best;
        inside[i] = h.inside;
        sp_hunt_clear(&h);
        sp_attack_clear(&attack);
        sp_catalogue_free(catalogue);
    }
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    assert_int_equal(inside[0], inside[1]);
}

static void refused(const char *text, const char *message)
{
    struct sp_attack attack;
    struct sp_error err = {0};
    assert_int_equal(sp_attack_read(&attack, text, "a", &err), SP_INPUT);
    if (strstr(err.text, message) == NULL)
        fail_msg("%s: expected %s", err.text, message);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    refused("attack a\ntitle t\n" X "value x\nvalue x\n", "needs an 'of' line");
    refused(HEAD X "value x\n", "two 'value' lines");
    refused(HEAD "real x input\nvalue x\nvalue x\n", "a range of each parameter");
    refused(HEAD "claim <\n" X "value x\nvalue x\n", "a:4: expected claim");
    refused(HEAD "real x input\nrange x = 5..1\nvalue x\nvalue x\n", "a:5");
    refused(HEAD "real x input\nrange x = 1..2 x 2..3\nvalue x\nvalue x\n", "a:5: a list");
    refused(HEAD "list x input\nrange x = 1..2\nvalue len(x)\nvalue 1\n", "a:5: a list");
    refused(HEAD "list x input\nrange x = 1..2 x 2..99\nvalue len(x)\nvalue 1\n", "from 1 to 32");
    refused(HEAD X "value x +\nvalue 1\n", "a:6:");
}

static void shipped_families_are_in_order(void **state)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    (void)state;
    assert_true(sp_n_shipped_attacks >= 79);
    for (size_t i = 0; i < sp_n_shipped_attacks; i++) {
        struct sp_attack attack;
        struct sp_hunt h = hunt(&attack, catalogue, sp_shipped_attacks[i].text, 1, 60);
        const struct sp_bound *of = sp_catalogue_get(catalogue, attack.of);
        if (of == NULL || h.best.outcome == SP_OUTSIDE ||
            !sp_attack_is_of(sp_shipped_attacks[i].text, attack.of))
            fail_msg("%s: no bound, or no instance", sp_shipped_attacks[i].name);
        if (h.best.outcome == SP_VIOLATION && of->standing != SP_PUBLISHED)
            fail_msg("%s: %s is violated", sp_shipped_attacks[i].name, attack.of);
        sp_hunt_clear(&h);
        sp_attack_clear(&attack);
    }
    sp_catalogue_free(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enclosures_that_touch_are_no_violation),
        cmocka_unit_test(gaps_are_violations),
        cmocka_unit_test(outside_the_conditions_nothing_counts),
        cmocka_unit_test(climbs),
        cmocka_unit_test(simplifies),
        cmocka_unit_test(searches_repeat),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(shipped_families_are_in_order),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
