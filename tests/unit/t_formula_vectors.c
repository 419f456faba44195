/* SPDX-License-Identifier: Apache-2.0 */
/* Every reference vector whose quantity is a formula file: the enclosure meets the value within
 * one unit of its last printed digit and is narrower than 1e-25 relative; a refusal is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bounds/formula/evaluate.h"

static struct sp_catalogue *catalogue;

static int set_up(void **state)
{
    (void)state;
    catalogue = sp_catalogue_new();
    return catalogue == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    sp_catalogue_free(catalogue);
    flint_cleanup_master();
    mpfr_free_cache();
    return 0;
}

static const char *text_of(json_t *value, char *room, size_t size)
{
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_boolean(value))
        return json_is_true(value) ? "true" : "false";
    snprintf(room, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return room;
}

/* Entries of a list, or of the rows of a list of lists. */
static enum sp_status set_list(struct sp_case *c, const char *name, json_t *list,
                               struct sp_error *err)
{
    size_t rows = json_array_size(list), columns = json_array_size(json_array_get(list, 0));
    int is_table = json_is_array(json_array_get(list, 0));
    size_t n = is_table ? rows * columns : rows;
    char(*rooms)[32] = calloc(n + 1, sizeof *rooms);
    const char **entries = calloc(n + 1, sizeof *entries);
    assert_non_null(rooms);
    assert_non_null(entries);
    for (size_t i = 0; i < n; i++) {
        json_t *row = is_table ? json_array_get(list, i / columns) : list;
        entries[i] =
            text_of(json_array_get(row, is_table ? i % columns : i), rooms[i], sizeof rooms[i]);
    }
    enum sp_status status = is_table ? sp_case_set_table(c, name, n, columns, entries, err)
                                     : sp_case_set_list(c, name, n, entries, err);
    free(rooms);
    free(entries);
    return status;
}

static enum sp_status set_inputs(struct sp_case *c, json_t *inputs, struct sp_error *err)
{
    const char *name;
    json_t *value;
    enum sp_status status = SP_OK;
    json_object_foreach(inputs, name, value)
    {
        char room[32];
        if (status != SP_OK)
            break;
        status = json_is_array(value)
                     ? set_list(c, name, value, err)
                     : sp_case_set(c, name, text_of(value, room, sizeof room), err);
    }
    return status;
}

/* One unit of the last printed digit: 10^(exponent - digits behind the point). */
static void last_digit(arf_t unit, const char *text)
{
    const char *point = strchr(text, '.'), *e = strpbrk(text, "eE");
    long exponent = e ? strtol(e + 1, NULL, 10) : 0;
    const char *end = e ? e : text + strlen(text);
    if (point != NULL)
        exponent -= end - point - 1;
    fmpq_t q;
    arb_t ball;
    fmpq_init(q);
    arb_init(ball);
    fmpq_set_si(q, 10, 1);
    fmpq_pow_si(q, q, exponent);
    arb_set_fmpq(ball, q, 128);
    arb_get_ubound_arf(unit, ball, 128);
    fmpq_clear(q);
    arb_clear(ball);
}

static int is_narrow(const struct sp_number *number)
{
    return number->exact != NULL || arb_rel_accuracy_bits(number->ball) >= 83;
}

/* A printed value: a decimal, or an expression such as -2^-1073. */
static int read_printed(fmpq_t q, const char *text)
{
    char file[256];
    struct sp_error err;
    struct sp_bound *constant = NULL;
    struct sp_result result;
    enum sp_dimension dimension;
    if (sp_number_read(q, &dimension, text, &err) == SP_OK)
        return 1;
    snprintf(file, sizeof file, "bound constant\nvalue %s\n", text);
    if (sp_bound_read(&constant, file, "printed value", &err) != SP_OK)
        return 0;
    struct sp_case *c = sp_case_new(catalogue, constant);
    assert_non_null(c);
    int good = sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err) == SP_OK &&
               arb_is_exact(result.numbers[0].ball);
    if (good)
        arf_get_fmpq(q, arb_midref(result.numbers[0].ball));
    sp_result_clear(&result);
    sp_case_free(c);
    sp_bound_free(constant);
    return good;
}

/* The ball, widened by one unit of the last digit, contains the printed value. */
static int agrees(const struct sp_number *number, const char *text)
{
    fmpq_t q;
    arb_t wide;
    arf_t unit;
    fmpq_init(q);
    arb_init(wide);
    arf_init(unit);
    int good = read_printed(q, text);
    arb_set(wide, number->ball);
    if (strpbrk(text, "/^") == NULL) {
        last_digit(unit, text);
        arb_add_error_arf(wide, unit);
    }
    good = good && arb_contains_fmpq(wide, q) && is_narrow(number);
    fmpq_clear(q);
    arb_clear(wide);
    arf_clear(unit);
    return good;
}

static int matches(const struct sp_result *result, json_t *value)
{
    char room[32];
    if (json_is_string(value) && strcmp(json_string_value(value), "REFUSE") == 0)
        return (result->status == SP_FALSE || result->status == SP_USAGE) &&
               result->n_numbers == 0 && *result->reason != '\0';
    if (result->status != SP_OK)
        return 0;
    if (result->is_truth)
        return strcmp(text_of(value, room, sizeof room), result->truth ? "true" : "false") == 0;
    if (!json_is_array(value))
        return result->n_numbers == 1 &&
               agrees(&result->numbers[0], text_of(value, room, sizeof room));
    size_t columns = json_array_size(json_array_get(value, 0));
    if (columns != result->columns ||
        json_array_size(value) * (columns ? columns : 1) != result->n_numbers)
        return 0;
    for (size_t i = 0; i < result->n_numbers; i++) {
        json_t *row = columns ? json_array_get(value, i / columns) : value;
        json_t *entry = json_array_get(row, columns ? i % columns : i);
        if (!agrees(&result->numbers[i], text_of(entry, room, sizeof room)))
            return 0;
    }
    return 1;
}

static int record_agrees(const struct sp_bound *bound, json_t *record)
{
    struct sp_precision precision = SP_PRECISION_DEFAULT;
    struct sp_result result = {.status = SP_OK};
    struct sp_error err = {SP_OK, ""};
    struct sp_case *c = sp_case_new(catalogue, bound);
    assert_non_null(c);
    precision.digits = 30;
    result.status = set_inputs(c, json_object_get(record, "inputs"), &err);
    if (result.status == SP_OK)
        sp_case_evaluate(c, precision, &result, &err);
    else
        result.reason = strdup(err.text);
    int good = matches(&result, json_object_get(record, "value"));
    if (!good)
        print_message("%s: %s %s\n", json_string_value(json_object_get(record, "id")),
                      result.n_numbers ? result.numbers[0].digits : "no number",
                      result.reason ? result.reason : "");
    sp_result_clear(&result);
    sp_case_free(c);
    return good;
}

/* Evaluates the records of a file; at least `floor` must be known, and all known must agree. */
static void check_file(const char *path, int floor)
{
    json_error_t json_error;
    json_t *records = json_load_file(path, 0, &json_error), *record;
    if (records == NULL)
        fail_msg("%s: %s", path, json_error.text);
    int known = 0, agree = 0;
    size_t i;
    json_array_foreach(records, i, record)
    {
        const struct sp_bound *bound =
            sp_catalogue_get(catalogue, json_string_value(json_object_get(record, "quantity")));
        if (bound == NULL) {
            print_message("unknown: %s\n", json_string_value(json_object_get(record, "quantity")));
            continue;
        }
        known++;
        agree += record_agrees(bound, record);
    }
    print_message("%s: %d of %zu records known, %d agree\n", path, known, i, agree);
    json_decref(records);
    assert_int_equal(agree, known);
    assert_true(known >= floor);
}

static void runtime(void **state)
{
    (void)state;
    check_file("tests/vectors/runtime.json", 93);
}

static void elastic(void **state)
{
    (void)state;
    check_file("tests/vectors/elastic.json", 113);
}

static void adaptive(void **state)
{
    (void)state;
    check_file("tests/vectors/adaptive.json", 53);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runtime),
        cmocka_unit_test(elastic),
        cmocka_unit_test(adaptive),
    };
    return cmocka_run_group_tests_name("formula vectors", tests, set_up, tear_down);
}
