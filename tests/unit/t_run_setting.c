/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run_setting.h"

static struct sp_error err;

static void refuses(const char *const *words, const char *text)
{
    struct sp_run_setting setting;
    enum sp_status status = sp_run_setting_start(&setting, &err);
    for (; *words != NULL && status == SP_OK; words += 2)
        status = sp_run_setting_put(&setting, words[0], words[1], &err);
    if (status == SP_OK)
        status = sp_run_setting_check(&setting, &err);
    assert_int_equal(status, SP_USAGE);
    if (strstr(err.text, text) == NULL)
        fail_msg("'%s' not in '%s'", text, err.text);
    sp_run_setting_clear(&setting);
}
#define REFUSES(text, ...) refuses((const char *const[]){__VA_ARGS__, NULL}, text)

static void bad_settings_are_told(void **state)
{
    (void)state;
    REFUSES("K <= P is needed by K-async", "variant", "kasync", "P", "4", "K", "5", "eta", "1");
    REFUSES("K <= P is needed by K-sync", "variant", "ksync", "P", "4", "K", "5", "eta", "1");
    REFUSES("K: not given (gradients per update of K-batch-sync)", "variant", "kbsync", "eta", "1");
    REFUSES("sync has K = 8; take ksync", "variant", "sync", "P", "8", "K", "4", "eta", "1");
    REFUSES("async has K = 1; take kasync", "variant", "async", "K", "4", "eta", "1");
    REFUSES("eta: not given", "variant", "async");
    REFUSES("must be positive", "variant", "async", "eta", "-1");
    REFUSES("above 2^20", "variant", "async", "eta", "1e7");
    REFUSES("did you mean 'kasync'", "variant", "kasyn");
    REFUSES("did you mean 'seeds'", "seedss", "3");
    REFUSES("there is no 'zzzzzzz'", "zzzzzzz", "3");
    REFUSES("not a whole number from 1 to 1048576", "P", "0");
    REFUSES("not a whole number", "P", "1/2");
    REFUSES("J", "J", "1e30");
    REFUSES("m:", "m", "x");
    REFUSES("same class", "plus", "3", "eta", "1");
    REFUSES("plus: '10' is not", "plus", "10");
    REFUSES("l2: outside", "l2", "-1", "eta", "1");
    REFUSES("0 < least <= largest", "least", "2", "eta", "1");
    REFUSES("noise and gap", "noise", "-1", "eta", "1");
    REFUSES("(P + K)*J is too large", "P", "1000000", "K", "900000000", "variant", "kbasync", "J",
            "1e12", "problem", "none");
    REFUSES("not letters", "name", "a/b");
    REFUSES("not letters", "name", "..");
}

static void defaults_and_what_follows(void **state)
{
    (void)state;
    struct sp_run_setting s = make_setting("variant=sync P=5 eta=1/10");
    assert_int_equal(s.wanted, 5);
    assert_true(s.rule.eta == 0.1);
    assert_true(s.logistic.folder == NULL);
    sp_run_setting_clear(&s);
    s = make_setting("variant=async eta=0x1p-3 m=1e2 minus=rest");
    assert_int_equal(s.wanted, 1);
    assert_true(s.rule.eta == 0.125);
    assert_int_equal(s.batch, 100);
    assert_int_equal(s.logistic.minus, SP_ANY_CLASS);
    sp_run_setting_clear(&s);
    /* Batch variants may ask for more gradients than there are learners. */
    s = make_setting("variant=kbasync P=2 K=7 eta=1");
    assert_int_equal(s.wanted, 7);
    sp_run_setting_clear(&s);
}

static void json_gives_the_same_setting(void **state)
{
    struct sp_run_setting again;
    (void)state;
    struct sp_run_setting s =
        make_setting("variant=kasync P=6 K=3 eta=1/3 law=hyperexp:1/2,4,2/5 data=/tmp seed=17");
    json_t *first = sp_run_setting_json(&s);
    assert_int_equal(sp_run_setting_from_json(&again, first, &err), SP_OK);
    json_t *second = sp_run_setting_json(&again);
    assert_true(json_equal(first, second));
    assert_true(s.rule.eta == again.rule.eta && s.seed == again.seed && s.wanted == again.wanted);
    assert_memory_equal(s.delay.parameter, again.delay.parameter, sizeof s.delay.parameter);
    assert_string_equal(again.logistic.folder, "/tmp");
    json_object_set_new(first, "P", json_integer(6));
    sp_run_setting_clear(&again);
    assert_int_equal(sp_run_setting_from_json(&again, first, &err), SP_INPUT);
    json_decref(first);
    json_decref(second);
    sp_run_setting_clear(&s);
}

static void a_refused_value_changes_nothing(void **state)
{
    (void)state;
    struct sp_run_setting s = make_setting("variant=sync P=5 eta=1/10");
    assert_int_equal(sp_run_setting_put(&s, "P", "-3", &err), SP_USAGE);
    assert_int_equal(s.learners, 5);
    assert_int_equal(sp_run_setting_put(&s, "law", "exp:-3", &err), SP_USAGE);
    assert_string_equal(s.delay.text, "exp:1");
    sp_run_setting_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_settings_are_told),
        cmocka_unit_test(defaults_and_what_follows),
        cmocka_unit_test(json_gives_the_same_setting),
        cmocka_unit_test(a_refused_value_changes_nothing),
    };
    return cmocka_run_group_tests_name("settings of runs", tests, NULL, NULL);
}
