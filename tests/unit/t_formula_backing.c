/* SPDX-License-Identifier: Apache-2.0 */
/* When a theorem's inputs follow from no theorem, its number is no guarantee. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/catalogue.h"
#include "bounds/formula/evaluate.h"

static const char text[] = "bound a\nreal x\nreal q\nreal s\nreal unused\n"
                           "default q = 2*x\nunproved q a law\n"
                           "default s = 1\n"
                           "default unused = 1\nunproved unused nobody asks\n"
                           "value x + q + s\n";

static struct sp_catalogue *catalogue;
static struct sp_bound *bound;

static int setup(void **state)
{
    struct sp_error err;
    (void)state;
    catalogue = sp_catalogue_new();
    if (catalogue == NULL || sp_bound_read(&bound, text, "a", &err) != SP_OK)
        return -1;
    bound->standing = SP_PROVED;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sp_bound_free(bound);
    sp_catalogue_free(catalogue);
    return 0;
}

static struct sp_backing backing(const char *q, const char *s, const char *assumed)
{
    struct sp_backing result;
    struct sp_error err;
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    assert_int_equal(sp_case_set(c, "x", "1", &err), SP_OK);
    if (q)
        assert_int_equal(sp_case_set(c, "q", q, &err), SP_OK);
    if (s)
        assert_int_equal(sp_case_set(c, "s", s, &err), SP_OK);
    if (assumed)
        sp_case_assume(c, assumed);
    sp_case_backing(c, &result);
    sp_case_free(c);
    return result;
}

static void expect(struct sp_backing b, const char *inputs)
{
    assert_int_equal(b.standing, inputs ? SP_CONDITIONAL : SP_PROVED);
    assert_string_equal(b.inputs, inputs ? inputs : "");
}

static void test_default(void **state)
{
    (void)state;
    expect(backing(NULL, NULL, NULL), "q");
    expect(backing("3", NULL, NULL), NULL);
    expect(backing("2*x + sqrt(2)", "3", NULL), NULL);
}

/* order_stat_lognormal has no theorem; an argument that is computed from it is none either. */
static void test_reference(void **state)
{
    (void)state;
    expect(backing("3", "1 + order_stat_lognormal(4, 2, 0, 1)", NULL), "s");
    expect(backing(NULL, "order_stat_lognormal(4, 2, 0, 1)", NULL), "q, s");
}

static void test_assumed(void **state)
{
    (void)state;
    expect(backing("3", NULL, "q"), "q");
    expect(backing("3", "4", "s"), "s");
}

static void test_model_stays_model(void **state)
{
    (void)state;
    bound->standing = SP_MODEL;
    assert_int_equal(backing(NULL, NULL, NULL).standing, SP_MODEL);
    bound->standing = SP_PUBLISHED;
    assert_int_equal(backing(NULL, NULL, NULL).standing, SP_PUBLISHED);
    bound->standing = SP_PROVED;
}

static void refused(const char *file, const char *message)
{
    struct sp_bound *b = NULL;
    struct sp_error err;
    assert_int_equal(sp_bound_read(&b, file, "f", &err), SP_INPUT);
    assert_non_null(strstr(err.text, message));
}

static void test_bad_lines(void **state)
{
    (void)state;
    refused("bound a\nreal x\nunproved x why\nvalue x\n", "f:3:");
    refused("bound a\nreal x\ndefault x = 1\nunproved y why\nvalue x\n", "f:4:");
    refused("bound a\nreal x\ndefault x = 1\nunproved x a\nunproved x b\nvalue x\n", "f:5:");
}

/* The defaults for exponential times are theorems; a number from a model is not. */
static void test_shipped(void **state)
{
    struct sp_backing b;
    (void)state;
    const struct sp_bound *shipped = sp_catalogue_get(catalogue, "async_issue_nc");
    assert_non_null(shipped);
    struct sp_case *c = sp_case_new(catalogue, shipped);
    sp_case_backing(c, &b);
    assert_int_equal(b.standing, SP_PROVED);
    assert_int_equal(sp_case_set(c, "Sbar", "law_mean", NULL), SP_OK);
    sp_case_backing(c, &b);
    assert_int_equal(b.standing, SP_CONDITIONAL);
    sp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_default),   cmocka_unit_test(test_reference),
        cmocka_unit_test(test_assumed),   cmocka_unit_test(test_model_stays_model),
        cmocka_unit_test(test_bad_lines), cmocka_unit_test(test_shipped),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, setup, teardown);
}
