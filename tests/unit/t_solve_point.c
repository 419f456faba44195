/* SPDX-License-Identifier: Apache-2.0 */
/* Points to try: exact texts, ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/number.h"
#include "bounds/solve/point.h"

static void text_is(const char *number, const char *expected)
{
    enum sp_dimension dimension;
    fmpq_t q;
    fmpq_init(q);
    assert_int_equal(sp_number_read(q, &dimension, number, NULL), SP_OK);
    char *text = sp_point_text(q);
    assert_string_equal(text, expected);
    free(text);
    fmpq_clear(q);
}

static void texts(void **state)
{
    (void)state;
    text_is("0", "0");
    text_is("-3", "-3");
    text_is("1.50", "1.5");
    text_is("0.5", "0.5");
    text_is("0.05", "0.05");
    text_is("-0.0005", "-0.0005");
    text_is("0.00005", "5e-5");
    text_is("0.0000123", "1.23e-5");
    text_is("1e-12", "1e-12");
    text_is("1000000000000", "1000000000000");
    text_is("1e20", "1e20");
    text_is("1/3", "1/3");
    text_is("-22/7", "-22/7");
    text_is("1/8", "0.125");
    text_is("123456/1000", "123.456");
}

/* Whatever the text, it reads back as the same number. */
static void texts_are_exact(void **state)
{
    (void)state;
    flint_rand_t random;
    flint_randinit(random);
    fmpq_t q, back;
    fmpq_init(q);
    fmpq_init(back);
    for (int i = 0; i < 2000; i++) {
        enum sp_dimension dimension;
        fmpq_randtest(q, random, 60);
        if (i % 2) { /* a decimal */
            fmpz_set_ui(fmpq_denref(q), 10);
            fmpz_pow_ui(fmpq_denref(q), fmpq_denref(q), (ulong)(i % 40));
            fmpq_canonicalise(q);
        }
        char *text = sp_point_text(q);
        assert_int_equal(sp_number_read(back, &dimension, text, NULL), SP_OK);
        if (!fmpq_equal(q, back))
            fail_msg("%s", text);
        free(text);
    }
    fmpq_clear(q);
    fmpq_clear(back);
    flint_randclear(random);
}

static void range_is(const char *range, int whole, const char *expected)
{
    struct sp_points points;
    struct sp_error err = {0};
    char all[512] = "";
    if (sp_points_read(&points, range, whole, "x", &err) != SP_OK)
        fail_msg("%s", err.text);
    for (size_t i = 0; i < points.n; i++) {
        char *text = sp_point_text(points.items + i);
        strcat(strcat(all, i ? " " : ""), text);
        free(text);
    }
    assert_string_equal(all, expected);
    sp_points_clear(&points);
}

static void ranges(void **state)
{
    (void)state;
    range_is("1..4", 1, "1 2 3 4");
    range_is("1/2..3", 1, "1 2 3"); /* 0.5, 1.5, 2.5 rounded up */
    range_is("5", 1, "5");
    range_is("3,1,2,1", 1, "1 2 3");
    range_is("1,1/3", 0, "1/3 1");
    range_is("2..2", 0, "2");
    range_is("0..1", 0, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
    range_is("0..1:4", 0, "0 1/3 2/3 1");
    range_is("1..10:by:3", 1, "1 4 7 10");
    range_is("1..2:by:0.75", 0, "1 1.75");
    range_is("1..100:log", 1, "1 2 4 8 16 32 64 100");
    range_is("1..64:log", 1, "1 2 4 8 16 32 64");
    range_is("1..100:log:3", 0, "1 10 100");
    range_is("1ms..3ms:3", 0, "0.001 0.002 0.003");
    range_is("-1..1:3", 0, "-1 0 1");
}

static void refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "..",
                                        "1..",
                                        "..2",
                                        "2..1",
                                        "1..x",
                                        "1..2:",
                                        "1..2:0",
                                        "1..2:-1",
                                        "1..2:by:0",
                                        "0..2:log",
                                        "1..2:log:x",
                                        "1..2:by:",
                                        ",",
                                        "1,,x",
                                        "1..1e9",
                                        "1..2:99999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sp_points points;
        struct sp_error err = {0};
        if (sp_points_read(&points, texts[i], 1, "x", &err) != SP_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_int_equal(points.n, 0);
        assert_int_not_equal(err.text[0], '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(texts_are_exact),
        cmocka_unit_test(ranges),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests_name("solve_point", tests, NULL, NULL);
}
