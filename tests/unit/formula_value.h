/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_FORMULA_VALUE_H
#define TESTS_UNIT_FORMULA_VALUE_H

/* Formulas written in a test, evaluated as a formula file would be. Include after cmocka.h. */
#include <stdio.h>

#include "bounds/formula/evaluate.h"

static struct sp_catalogue *catalogue;

static int open_catalogue(void **state)
{
    (void)state;
    catalogue = sp_catalogue_new();
    return catalogue == NULL;
}

static int close_catalogue(void **state)
{
    (void)state;
    sp_catalogue_free(catalogue);
    flint_cleanup_master();
    mpfr_free_cache();
    return 0;
}

/* value := the formula, of a condition 1 or 0; at 40 digits. */
static void evaluate(arb_t value, const char *formula)
{
    char text[700];
    struct sp_bound *bound = NULL;
    struct sp_error err = {SP_OK, ""};
    struct sp_precision precision = SP_PRECISION_DEFAULT;
    precision.digits = 40;
    snprintf(text, sizeof text, "bound test\nvalue %s\n", formula);
    if (sp_bound_read(&bound, text, "test", &err) != SP_OK)
        fail_msg("%s", err.text);
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    if (sp_case_ball(c, value, precision, &err) != SP_OK)
        fail_msg("%s: %s", formula, err.text);
    sp_case_free(c);
    sp_bound_free(bound);
}

#endif
