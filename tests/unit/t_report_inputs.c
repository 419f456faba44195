/* SPDX-License-Identifier: Apache-2.0 */
/* How the report shows exact inputs: fractions to four digits, expressions as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "reports/render/sections.h"

static void shows(const char *input, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    json_t *document = json_pack("{s:[{s:{s:s}}]}", "bounds", "inputs", "x", input);
    sp_section_bounds(out, document);
    json_decref(document);
    assert_int_equal(fclose(out), 0);
    if (strstr(text, expected) == NULL)
        fail_msg("%s is shown otherwise than as %s:\n%s", input, expected, text);
    free(text);
}

static void test_fraction(void **state)
{
    (void)state;
    shows("4971947419211217/35184372088832", "x\\,=\\,141.3:");
    shows("1/3", "x\\,=\\,0.3333:");
}

/* These two were printed as 0 and as 0.001. */
static void test_expression(void **state)
{
    (void)state;
    shows("sqrt(4971947419211217/35184372088832/16)", "x\\,=\\,sqrt(\\allowbreak{}141.3/");
    shows("1/1000/4", "x\\,=\\,0.001/\\allowbreak{}4:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fraction),
        cmocka_unit_test(test_expression),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
