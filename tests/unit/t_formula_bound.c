/* SPDX-License-Identifier: Apache-2.0 */
/* Formula files: what is read, what is refused and how, and that the shipped ones are in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/catalogue.h"
#include "bounds/formula/function.h"

static struct sp_bound *read_text(const char *text)
{
    struct sp_bound *bound = NULL;
    struct sp_error err = {SP_OK, ""};
    if (sp_bound_read(&bound, text, "test.bound", &err) != SP_OK)
        fail_msg("%s", err.text);
    return bound;
}

static void reads_all_keywords(void **state)
{
    (void)state;
    struct sp_bound *b = read_text("# a comment\n"
                                   "bound   demo   # another\n"
                                   "title   A demonstration\n"
                                   "cite    nobody1900,\n"
                                   "        page 7\n"
                                   "gives   nothing\n"
                                   "status  published\n"
                                   "theorem demo_theorem\n"
                                   "refuted x = 1\n"
                                   "real    x  a number [1/s]\n"
                                   "nat     n  a count\n"
                                   "text    v  one two ... : a word\n"
                                   "list    l  a list\n"
                                   "table   t  a table\n"
                                   "real    y  another number\n"
                                   "default y = v == one ? 1 : n\n"
                                   "\n"
                                   "let     s = sum(i, n, x^i)\n"
                                   "value   s\n"
                                   "        + len(l)\n"
                                   "need    0 < x\n"
                                   "check   x < y\n");
    assert_string_equal(b->name, "demo");
    assert_string_equal(b->cite, "nobody1900, page 7");
    assert_int_equal(b->standing, SP_PUBLISHED);
    assert_string_equal(b->refuted, "x = 1");
    assert_int_equal(b->n_parameters, 6);
    assert_string_equal(b->parameters[0].text, "a number");
    assert_string_equal(b->parameters[0].unit, "1/s");
    assert_int_equal(b->parameters[2].n_words, 2);
    assert_true(b->parameters[2].is_open);
    assert_string_equal(b->parameters[2].text, "a word");
    assert_true(b->parameters[0].in_theorem && b->parameters[1].in_theorem);
    assert_false(b->parameters[5].in_theorem); /* only in a default and a check */
    assert_int_equal(b->n_conditions, 2);
    assert_string_equal(b->conditions[0].text, "0 < x");
    assert_true(b->conditions[1].is_check);
    char *theorem = sp_bound_theorem(b);
    assert_string_equal(theorem, "demo_theorem");
    free(theorem);
    sp_bound_free(b);
}

static void messages(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "test.bound: no 'bound' line"},
        {"title x\n", "test.bound:1:6: the first line must be 'bound NAME'"},
        {"bound a b\n", "test.bound:1:9: expected the end of the line"},
        {"bound a\nvalu 1\n", "test.bound:2:1: unknown keyword 'valu'; did you mean 'value'?"},
        {"bound a\nxyzzy 1\n", "test.bound:2:1: unknown keyword 'xyzzy'"},
        {"bound a\n", "test.bound: needs a 'value' line or a 'refuse' line"},
        {"bound a\nvalue 1\nrefuse never\n", "test.bound: needs a 'value' line or a 'refuse' line"},
        {"bound a\nvalue 1 +\n", "test.bound:2:10: the text ends, expected a number"},
        {"bound a\nvalue 1 +\n  * 2\n", "test.bound:3:3: found '*', expected a number"},
        {"bound a\nreal eta x\nvalue eat\n",
         "test.bound:3:7: 'eat' is not declared; did you mean 'eta'?"},
        {"bound a\nreal x x\nreal x x\nvalue x\n", "test.bound:3:7: 'x' was declared already"},
        {"bound a\nlet y 1\nvalue y\n", "test.bound:2:7: expected '='"},
        {"bound a\nlet y = z\nlet z = 1\nvalue y\n", "test.bound:2:9: 'z' is not declared"},
        {"bound a\nvalue 1\nneed 1\n", "test.bound:3:6: expected a condition, found a number"},
        {"bound a\nvalue 1 + (1 < 2)\n", "test.bound:2:14: expected a number, found a condition"},
        {"bound a\nvalue sqrt(1, 2)\n", "test.bound:2:7: sqrt: wrong number of arguments"},
        {"bound a\nvalue len(3)\n", "test.bound:2:11: expected a list or table parameter"},
        {"bound a\ntext v one : w\nvalue v == two ? 1 : 2\n",
         "test.bound:3:12: two: not a value of that text parameter"},
        {"bound a\ntext v one : w\nvalue v + 1\n", "test.bound:3:7: v: a text, list or table"},
        {"bound a\ntext v one two\nvalue 1\n", "test.bound:2:15: expected ':'"},
        {"bound a\nstatus proved\nvalue 1\n", "test.bound:2:14: status is 'model' or 'published'"},
        {"bound a\nvalue 1 + each(i, 2, i)\n", "test.bound:2:11: i: 'each' can only be a whole"},
        {"bound a\ntitle x\ntitle y\nvalue 1\n", "test.bound:3:7: this keyword was given already"},
        {"bound 1a\nvalue 1\n", "test.bound:1:7: expected a name"},
        {"bound a\ndefault x = 1\nvalue 1\n", "test.bound:2:12: a default needs a parameter"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sp_bound *bound = NULL;
        struct sp_error err = {SP_OK, ""};
        assert_int_equal(sp_bound_read(&bound, rows[i][0], "test.bound", &err), SP_INPUT);
        if (strncmp(err.text, rows[i][1], strlen(rows[i][1])) != 0)
            fail_msg("got '%s', expected '%s'", err.text, rows[i][1]);
        assert_null(bound);
    }
}

/* Every shipped file cut off after every so many bytes: read or refused, never a crash. */
static void cut_files(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    assert_non_null(catalogue);
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i += 7) {
        const char *text = sp_catalogue_text(catalogue, i);
        for (size_t length = 0; length < strlen(text); length += 13) {
            char *part = strndup(text, length);
            struct sp_bound *bound = NULL;
            struct sp_error err;
            enum sp_status status = sp_bound_read(&bound, part, "part", &err);
            assert_true(status == SP_OK || status == SP_INPUT);
            sp_bound_free(bound);
            free(part);
        }
    }
    sp_catalogue_free(catalogue);
}

static void shipped_files_are_complete(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    assert_non_null(catalogue);
    assert_true(sp_catalogue_size(catalogue) > 200);
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i++) {
        const char *name = sp_catalogue_name(catalogue, i);
        const struct sp_bound *b = NULL;
        struct sp_error err;
        if (sp_catalogue_find(catalogue, &b, name, &err) != SP_OK)
            fail_msg("%s", err.text);
        assert_string_equal(b->name, name);
        if (*b->title == '\0' || *b->cite == '\0' || *b->gives == '\0')
            fail_msg("%s lacks title, cite or gives", name);
        for (size_t p = 0; p < b->n_parameters; p++)
            if (*b->parameters[p].text == '\0')
                fail_msg("%s: parameter %s has no text", name, b->parameters[p].name);
        if (strstr(name, "_published") != NULL || *b->refuted != '\0')
            assert_int_equal(b->standing, SP_PUBLISHED);
        assert_true(i == 0 || strcmp(sp_catalogue_name(catalogue, i - 1), name) < 0);
    }
    sp_catalogue_free(catalogue);
}

/* The text of a file of the repository. */
static char *file_text(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 65536);
    assert_non_null(in);
    assert_non_null(text);
    assert_true(fread(text, 1, 65535, in) > 0);
    fclose(in);
    return text;
}

/* A key looks like dutta2018: letters, then a year. */
static size_t key_length(const char *cite)
{
    size_t letters = strspn(cite, "abcdefghijklmnopqrstuvwxyz");
    size_t digits = strspn(cite + letters, "0123456789");
    return letters > 1 && digits == 4 ? letters + 4 : 0;
}

static void citations_are_in_the_bibliography(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    char *works = file_text("specs/bibliography");
    int keys = 0;
    assert_non_null(catalogue);
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b = sp_catalogue_get(catalogue, sp_catalogue_name(catalogue, i));
        size_t length = key_length(b->cite);
        char line[64];
        if (length == 0)
            continue;
        snprintf(line, sizeof line, "\n%.*s ", (int)length, b->cite);
        if (strstr(works, line) == NULL)
            fail_msg("%s cites %s, which is not in specs/bibliography", b->name, b->cite);
        keys++;
    }
    assert_true(keys > 80);
    free(works);
    sp_catalogue_free(catalogue);
}

/* docs/formula-files.md names every function. */
static void functions_are_documented(void **state)
{
    (void)state;
    char *manual = file_text("docs/formula-files.md"), name[64];
    const struct sp_function *f;
    size_t n = 0;
    for (; (f = sp_function_at(n)) != NULL; n++) {
        snprintf(name, sizeof name, "`%s(", f->name);
        if (strstr(manual, name) == NULL)
            fail_msg("%s) is not in docs/formula-files.md", name);
    }
    assert_true(n > 25);
    free(manual);
}

static void finds_and_suggests(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    const struct sp_bound *b = NULL;
    struct sp_error err;
    assert_non_null(catalogue);
    assert_int_equal(sp_catalogue_find(catalogue, &b, "sync_lp", &err), SP_USAGE);
    assert_string_equal(err.text, "there is no bound 'sync_lp'; did you mean 'sync_pl'?");
    assert_int_equal(sp_catalogue_find(catalogue, &b, "zzzzzzzzzzzzzzzz", &err), SP_USAGE);
    assert_null(strstr(err.text, "did you mean"));
    assert_int_equal(sp_catalogue_find(catalogue, &b, "/nowhere/x.bound", &err), SP_INPUT);
    assert_null(sp_catalogue_get(catalogue, "nothing"));
    sp_catalogue_free(catalogue);
}

/* A user's file is added, hides a shipped bound of its name, and is never called proved. */
static void takes_a_users_file(void **state)
{
    (void)state;
    char path[] = "/tmp/t_formula_boundXXXXXX";
    int fd = mkstemp(path);
    FILE *out = fdopen(fd, "w");
    const struct sp_bound *b = NULL;
    struct sp_error err;
    assert_non_null(out);
    fputs("bound sync_pl\nreal x x\nvalue 2*x\n", out);
    fclose(out);
    struct sp_catalogue *catalogue = sp_catalogue_new();
    assert_non_null(catalogue);
    size_t size = sp_catalogue_size(catalogue);
    if (sp_catalogue_find(catalogue, &b, path, &err) != SP_OK)
        fail_msg("%s", err.text);
    assert_int_equal(sp_catalogue_size(catalogue), size);
    assert_int_equal(b->n_parameters, 1);
    assert_int_equal(b->standing, SP_MODEL);
    assert_int_equal(sp_catalogue_find(catalogue, &b, "sync_pl", &err), SP_OK);
    assert_int_equal(b->n_parameters, 1);
    sp_catalogue_free(catalogue);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_keywords),
        cmocka_unit_test(messages),
        cmocka_unit_test(cut_files),
        cmocka_unit_test(shipped_files_are_complete),
        cmocka_unit_test(citations_are_in_the_bibliography),
        cmocka_unit_test(functions_are_documented),
        cmocka_unit_test(finds_and_suggests),
        cmocka_unit_test(takes_a_users_file),
    };
    return cmocka_run_group_tests_name("formula bound", tests, NULL, NULL);
}
