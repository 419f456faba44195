/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers are read exactly: the oracle is the fraction written out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/number.h"

struct expected {
    const char *text, *fraction;
    enum sp_dimension dimension;
};

static void check_read(const struct expected *row)
{
    fmpq_t q;
    struct sp_error err = {SP_OK, ""};
    enum sp_dimension dimension = SP_MEMORY;
    fmpq_init(q);
    enum sp_status status = sp_number_read(q, &dimension, row->text, &err);
    if (status != SP_OK)
        fail_msg("'%s': %s", row->text, err.text);
    char *text = fmpq_get_str(NULL, 10, q);
    assert_string_equal(text, row->fraction);
    assert_int_equal(dimension, row->dimension);
    flint_free(text);
    fmpq_clear(q);
}

static void reads(void **state)
{
    (void)state;
    static const struct expected rows[] = {
        {"0", "0", SP_PLAIN},
        {"-0.0", "0", SP_PLAIN},
        {"7", "7", SP_PLAIN},
        {"+7", "7", SP_PLAIN},
        {" 3/7 ", "3/7", SP_PLAIN},
        {"-6/4", "-3/2", SP_PLAIN},
        {"1e-3", "1/1000", SP_PLAIN},
        {"1E3", "1000", SP_PLAIN},
        {"1.5e+2", "150", SP_PLAIN},
        {".5", "1/2", SP_PLAIN},
        {"5.", "5", SP_PLAIN},
        {"0.1", "1/10", SP_PLAIN},
        {"123456789012345678901234567890", "123456789012345678901234567890", SP_PLAIN},
        {"0x10", "16", SP_PLAIN},
        {"0x1p-10", "1/1024", SP_PLAIN},
        {"0X1.8P+1", "3", SP_PLAIN},
        {"-0x.8", "-1/2", SP_PLAIN},
        {"1e1/1e2", "1/10", SP_PLAIN},
        {"5ms", "1/200", SP_TIME},
        {"1.5us", "3/2000000", SP_TIME},
        {"2h", "7200", SP_TIME},
        {"64KiB", "65536", SP_MEMORY},
        {"1kB", "1000", SP_MEMORY},
        {"3s/4", "3/4", SP_TIME},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_read(&rows[i]);
}

static void refuses(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",          " ",          "-",
        "e5",        "1e",         "nan",
        "inf",       "-inf",       "1/0",
        "1//2",      "1/2/3",      "0x",
        "0x1p",      "1,5",        "1 2",
        "--1",       "5 ms",       "5parsec",
        "1/2ms",     "0xg",        "1e1e1",
        "1.2.3",     "\xc2\xbd",   "1e999999999",
        "1e-100001", "0x1p100001", "1e99999999999999999999",
        "5MS",
    };
    fmpq_t q;
    fmpq_init(q);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sp_error err = {SP_OK, ""};
        enum sp_dimension dimension = SP_PLAIN;
        fmpq_set_si(q, 42, 1);
        if (sp_number_read(q, &dimension, texts[i], &err) != SP_USAGE)
            fail_msg("'%s' was taken", texts[i]);
        assert_true(err.text[0] != '\0');
        assert_true(fmpz_equal_si(fmpq_numref(q), 42)); /* untouched */
    }
    fmpq_clear(q);
}

static void reads_the_largest_exponent(void **state)
{
    (void)state;
    fmpq_t q;
    struct sp_error err;
    enum sp_dimension dimension;
    fmpq_init(q);
    assert_int_equal(sp_number_read(q, &dimension, "1e-100000", &err), SP_OK);
    assert_int_equal(fmpz_sizeinbase(fmpq_denref(q), 10), 100001);
    fmpq_clear(q);
}

static void limits_the_mantissa(void **state)
{
    (void)state;
    size_t n = SP_NUMBER_DIGITS + 1;
    char *text = malloc(n + 1);
    fmpq_t q;
    struct sp_error err;
    enum sp_dimension dimension;
    assert_non_null(text);
    memset(text, '7', n);
    text[n] = '\0';
    fmpq_init(q);
    assert_int_equal(sp_number_read(q, &dimension, text, &err), SP_USAGE);
    text[n - 1] = '\0';
    assert_int_equal(sp_number_read(q, &dimension, text, &err), SP_OK);
    fmpq_clear(q);
    free(text);
}

static void scan_stops_behind_the_number(void **state)
{
    (void)state;
    fmpq_t q;
    struct sp_error err;
    enum sp_dimension dimension;
    size_t used = 0;
    fmpq_init(q);
    assert_int_equal(sp_number_scan(q, &dimension, &used, "12.5*x", &err), SP_OK);
    assert_int_equal(used, 4);
    fmpq_clear(q);
}

static void counts(void **state)
{
    (void)state;
    long n = 7;
    struct sp_error err;
    assert_int_equal(sp_number_count(&n, 1, "1e3", &err), SP_OK);
    assert_int_equal(n, 1000);
    assert_int_equal(sp_number_count(&n, 1, "4KiB", &err), SP_OK);
    assert_int_equal(n, 4096);
    assert_int_equal(sp_number_count(&n, 1, "0", &err), SP_USAGE);
    assert_int_equal(sp_number_count(&n, 1, "5/2", &err), SP_USAGE);
    assert_int_equal(sp_number_count(&n, 1, "2s", &err), SP_USAGE);
    assert_int_equal(sp_number_count(&n, 1, "9223372036854775808", &err), SP_USAGE);
    assert_int_equal(sp_number_count(&n, 1, "9223372036854775807", &err), SP_OK);
    assert_true(n == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),
        cmocka_unit_test(refuses),
        cmocka_unit_test(reads_the_largest_exponent),
        cmocka_unit_test(limits_the_mantissa),
        cmocka_unit_test(scan_stops_behind_the_number),
        cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
