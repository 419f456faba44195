/* SPDX-License-Identifier: Apache-2.0 */
/* The grammar, by printing what was parsed; messages with their place; hostile texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/expr.h"

static const struct sp_place here = {"test", 3, 5};

static char *reprinted(const char *text)
{
    struct sp_expr *tree = NULL;
    struct sp_error err = {SP_OK, ""};
    if (sp_expr_parse(&tree, text, here, &err) != SP_OK)
        fail_msg("'%s': %s", text, err.text);
    char *printed = sp_expr_text(tree);
    sp_expr_free(tree);
    assert_non_null(printed);
    return printed;
}

static void precedence(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"a+b*c^d", "a + b*c^d"},
        {"(a+b)*c", "(a + b)*c"},
        {"a-(b-c)", "a - (b - c)"},
        {"(a-b)-c", "a - b - c"},
        {"a/(b*c)", "a/(b*c)"},
        {"a/b/c", "a/b/c"},
        {"a*(b/c)", "a*b/c"},
        {"a^b^c", "a^b^c"},
        {"(a^b)^c", "(a^b)^c"},
        {"-a^2", "-a^2"},
        {"(-a)^2", "(-a)^2"},
        {"2^-1074", "2^-1074"},
        {"-2^-(1+n)", "-2^-(1 + n)"},
        {"- - a", "--a"},
        {"sum ( i , n , 1 / ( i + 1 ) )", "sum(i, n, 1/(i + 1))"},
        {"largest(i, 3, smallest(j, i + 1, prod(k, j, k)))",
         "largest(i, 3, smallest(j, i + 1, prod(k, j, k)))"},
        {"f(a, g(b), 1/2)", "f(a, g(b), 1/2)"},
        {"x[i + 1]", "x[i + 1]"},
        {"a < b ? c : d == e ? f : g", "a < b ? c : d == e ? f : g"},
        {"a < b and c >= d or e != f", "a < b and c >= d or e != f"},
        {"a<b&&(c>d||e=f)", "a < b and (c > d or e == f)"},
        {"0.25*x", "1/4*x"},
        {"x^0.5", "x^(1/2)"},
        {"a\n  + b", "a + b"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *printed = reprinted(rows[i][0]);
        assert_string_equal(printed, rows[i][1]);
        free(printed);
    }
}

/* What is printed parses to a tree that prints the same. */
static void printing_is_stable(void **state)
{
    (void)state;
    static const char *const texts[] = {"x^0.5",   "2/3*a",  "-(a + b)*-c", "a ? b : c",
                                        "(1/2)^n", "a/(-b)", "-(1/3)^2",    "a - (-b)"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *once = reprinted(texts[i]);
        char *twice = reprinted(once);
        assert_string_equal(once, twice);
        free(once);
        free(twice);
    }
}

static void messages(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "test:3:5: the text ends, expected a number, a name or '('"},
        {"a +", "test:3:8: the text ends, expected a number, a name or '('"},
        {"a + * b", "test:3:9: found '*', expected a number, a name or '('"},
        {"(a", "test:3:7: the text ends, expected )"},
        {"a b", "test:3:7: found 'b', expected an operator or the end"},
        {"a < b < c", "test:3:11: found '<', expected an operator or the end"},
        {"f(a,)", "test:3:9: found ')', expected a number, a name or '('"},
        {"a ? b", "test:3:10: the text ends, expected :"},
        {"a\n+ $", "test:4:3: character 0x24 does not belong here"},
        {"3parsec", "test:3:5: 'parsec' right behind a number is not a unit"},
        {"1e999999999", "test:3:5: exponent beyond 100000 in a number"},
        {"sum(i, 3)", "test:3:5: 'sum' needs (index name, count, term)"},
        {"sum(1, 3, i)", "test:3:5: 'sum' needs (index name, count, term)"},
        {"x[", "test:3:7: the text ends, expected a number, a name or '('"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sp_expr *tree = NULL;
        struct sp_error err = {SP_OK, ""};
        assert_int_equal(sp_expr_parse(&tree, rows[i][0], here, &err), SP_USAGE);
        if (strncmp(err.text, rows[i][1], strlen(rows[i][1])) != 0)
            fail_msg("'%s': got '%s', expected '%s'", rows[i][0], err.text, rows[i][1]);
        assert_null(tree);
    }
}

/* `piece` many times, then "x". */
static enum sp_status parse_repeated(const char *piece, size_t times, const char *end)
{
    size_t length = strlen(piece) * times + strlen(end);
    char *text = malloc(length + 1), *at = text;
    struct sp_expr *tree = NULL;
    struct sp_error err = {SP_OK, ""};
    assert_non_null(text);
    for (size_t i = 0; i < times; i++, at += strlen(piece))
        memcpy(at, piece, strlen(piece));
    strcpy(at, end);
    enum sp_status status = sp_expr_parse(&tree, text, here, &err);
    sp_expr_free(tree);
    free(text);
    return status;
}

static void depth_and_length_are_limited(void **state)
{
    (void)state;
    static const char *const pieces[] = {"(", "-", "x+", "f(", "x^", "x*(", "a?b:", "x[", "a<b?"};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        assert_int_equal(parse_repeated(pieces[i], 20000, "x"), SP_USAGE);
        assert_int_equal(parse_repeated(pieces[i], 1000, "x"), SP_USAGE);
    }
    assert_int_equal(parse_repeated("x+", 250, "x"), SP_OK);
    assert_int_equal(parse_repeated("-", 250, "x"), SP_OK);
    assert_int_equal(parse_repeated(" ", SP_EXPR_LENGTH - 1, "x"), SP_OK);
    assert_int_equal(parse_repeated(" ", SP_EXPR_LENGTH, "x"), SP_USAGE);
}

/* Random texts of the language's own tokens: never a crash, and what parses prints stably. */
static void random_texts(void **state)
{
    (void)state;
    static const char *const tokens[] = {"(", ")", "+", "-",   "*",   "/",   "^",  ",",  "?",
                                         ":", "<", "=", "x",   "sum", "1.5", "1e", "[",  "]",
                                         "!", "&", "|", "and", "or",  "max", "0x", "\n", " "};
    uint64_t seed = 20240229;
    int parsed = 0;
    for (int round = 0; round < 20000; round++) {
        char text[256] = "";
        for (int i = 0; i < 12; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            strcat(text, tokens[(seed >> 33) % (sizeof tokens / sizeof tokens[0])]);
        }
        struct sp_expr *tree = NULL;
        struct sp_error err = {SP_OK, ""};
        enum sp_status status = sp_expr_parse(&tree, text, here, &err);
        assert_true(status == SP_OK || (status == SP_USAGE && tree == NULL));
        parsed += status == SP_OK;
        sp_expr_free(tree);
    }
    assert_true(parsed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(precedence),   cmocka_unit_test(printing_is_stable),
        cmocka_unit_test(messages),     cmocka_unit_test(depth_and_length_are_limited),
        cmocka_unit_test(random_texts),
    };
    return cmocka_run_group_tests_name("formula parse", tests, NULL, NULL);
}
