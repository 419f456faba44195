/* SPDX-License-Identifier: Apache-2.0 */
/* Every shipped bound with arguments that nobody should give: it answers or refuses, and never
 * prints a number beside a refusal. The seed is fixed; a failure prints the arguments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/evaluate.h"

static const char *const numbers[] = {
    "0",       "1",           "2",
    "3",       "1/2",         "-1",
    "1/3",     "0.999999",    "1e-300",
    "1e300",   "-1e300",      "7",
    "12",      "100",         "2^70",
    "sqrt(2)", "exp(1)",      "nan",
    "inf",     "1/0",         "-0.0",
    "10^6",    "K",           "P",
    "alpha*L", "1e-30",       "1+1e-40",
    "2^-60",   "ln(2)",       "1/L",
    "gamma",   "0x1p-3",      "min(1,2)",
    "(1-1)",   "len",         "C_m",
    "1e99999", "sum(i,5,i)", "speedup_exp(8)",
    "d",
};
static const char *const lists[] = {
    "", "1", "1,2,3", "0,0,0,0", "-1,2,1e300", "1/3,sqrt(2)", "0,1,2,3", "nan", "1,1,1,1,1,1"};
static const char *const tables[] = {"", "1", "1,2;3,4", "0,0,0;1,2,3", "1;2;3", "1,2,3,4"};

#define PICK(array) array[next(sizeof array / sizeof array[0])]

static uint64_t seed = 20260229;

static size_t next(size_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % n;
}

static const char *pick(const struct sp_parameter *p)
{
    switch (p->kind) {
    case SP_TEXT:
        return p->words[next(p->n_words)];
    case SP_LIST:
        return PICK(lists);
    case SP_TABLE:
        return PICK(tables);
    default:
        return PICK(numbers);
    }
}

static int is_known(enum sp_status status)
{
    return status == SP_OK || status == SP_FALSE || status == SP_USAGE || status == SP_UNDECIDED;
}

static void check_result(enum sp_status status, const struct sp_result *result,
                         const char *arguments)
{
    if (!is_known(status))
        fail_msg("status %d: %s", (int)status, arguments);
    if (status != SP_OK &&
        (result->n_numbers != 0 || result->reason == NULL || *result->reason == '\0'))
        fail_msg("a refusal with a number or without a reason: %s", arguments);
    for (size_t i = 0; i < result->n_numbers; i++)
        if (!arb_is_finite(result->numbers[i].ball) || *result->numbers[i].digits == '\0')
            fail_msg("not a number: %s", arguments);
}

static void try_once(struct sp_catalogue *catalogue, const struct sp_bound *bound)
{
    struct sp_precision precision = {.digits = 10, .bits = 128, .most_bits = 512, .explain = 1};
    struct sp_result result;
    struct sp_error err = {SP_OK, ""};
    char arguments[2048];
    size_t used = (size_t)snprintf(arguments, sizeof arguments, "%s", bound->name);
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    for (size_t i = 0; i < bound->n_parameters; i++) {
        const char *text = pick(&bound->parameters[i]);
        if (next(16) == 0)
            continue; /* left out */
        used += (size_t)snprintf(arguments + used, sizeof arguments - used, " %s=%s",
                                 bound->parameters[i].name, text);
        enum sp_status status = sp_case_set(c, bound->parameters[i].name, text, &err);
        assert_true(status == SP_OK || status == SP_USAGE);
    }
    enum sp_status status = sp_case_evaluate(c, precision, &result, &err);
    check_result(status, &result, arguments);
    sp_result_clear(&result);
    sp_case_free(c);
}

static void all_bounds(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    assert_non_null(catalogue);
    for (int round = 0; round < 30; round++)
        for (size_t i = 0; i < sp_catalogue_size(catalogue); i++)
            try_once(catalogue, sp_catalogue_get(catalogue, sp_catalogue_name(catalogue, i)));
    sp_catalogue_free(catalogue);
    flint_cleanup_master();
    mpfr_free_cache();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_bounds)};
    return cmocka_run_group_tests_name("formula hostile", tests, NULL, NULL);
}
