/* SPDX-License-Identifier: Apache-2.0 */
/* Option tables: what is parsed, what is refused and how. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/cli/args.h"

static const struct sp_option options[] = {
    {"flag", 'f', NULL, "a flag"},
    {"name", 'n', "NAME", "a name"},
    {"count", 0, "N", "a count"},
    {0},
};

static enum sp_status no_run(const struct sp_args *args, struct sp_error *err)
{
    (void)args;
    (void)err;
    return SP_OK;
}

static const struct sp_command command = {
    .name = "demo", .operands = "WORD ...", .summary = "s", .options = options, .run = no_run};
static const struct sp_command bare = {
    .name = "bare", .operands = "", .summary = "s", .run = no_run};

/* argv has to be writable: getopt moves operands behind options. */
struct line {
    struct sp_args args;
    struct sp_error err;
    char *argv[12];
    enum sp_status status;
};

static void parse(struct line *l, const struct sp_command *c, const char *text)
{
    static char copy[256];
    int argc = 0;
    memset(l, 0, sizeof *l);
    snprintf(copy, sizeof copy, "%s", text);
    l->argv[argc++] = (char *)c->name;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        l->argv[argc++] = word;
    l->status = sp_args_read(&l->args, c, argc, l->argv, &l->err);
}

static void options_and_operands_mix(void **state)
{
    (void)state;
    struct line l;
    parse(&l, &command, "a -f b --name=x c -ny --count 7 -- -d");
    assert_int_equal(l.status, SP_OK);
    assert_int_equal(l.args.n_words, 4);
    assert_string_equal(l.args.words[0], "a");
    assert_string_equal(l.args.words[3], "-d");
    assert_string_equal(sp_arg(&l.args, "flag"), "");
    assert_string_equal(sp_arg(&l.args, "name"), "y");
    assert_string_equal(sp_arg_nth(&l.args, "name", 0), "x");
    assert_string_equal(sp_arg_nth(&l.args, "name", 1), "y");
    assert_null(sp_arg_nth(&l.args, "name", 2));
    assert_null(sp_arg(&l.args, "help"));
    sp_args_clear(&l.args);
}

static void a_cluster_of_flags(void **state)
{
    (void)state;
    struct line l;
    parse(&l, &command, "-ffffffffffffffffffffffff");
    assert_int_equal(l.status, SP_OK);
    assert_int_equal(l.args.n_given, 24);
    sp_args_clear(&l.args);
}

static void an_argument_that_looks_like_an_option(void **state)
{
    (void)state;
    struct line l;
    parse(&l, &command, "--name --flag");
    assert_int_equal(l.status, SP_OK);
    assert_string_equal(sp_arg(&l.args, "name"), "--flag");
    assert_null(sp_arg(&l.args, "flag"));
    sp_args_clear(&l.args);
}

static void what_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"--nam x --falg", "demo has no option --falg; did you mean --flag?"},
        {"x --zzzzzzzzzz", "demo has no option --zzzzzzzzzz; see `staleproof demo --help`"},
        {"x -z", "demo has no option -z; see `staleproof demo --help`"},
        {"x -fz", "demo has no option -z; see `staleproof demo --help`"},
        {"x --name", "option --name needs an argument"},
        {"x -n", "option -n needs an argument"},
        {"--flag=1", "option --flag takes no argument, found '1'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct line l;
        parse(&l, &command, rows[i].text);
        assert_int_equal(l.status, SP_USAGE);
        assert_string_equal(l.err.text, rows[i].message);
        assert_null(l.args.given);
    }
}

static void counts_of_operands(void **state)
{
    (void)state;
    struct sp_command two = command;
    two.least_words = 2;
    two.most_words = 2;
    struct line l;
    parse(&l, &bare, "x");
    assert_int_equal(l.status, SP_USAGE);
    parse(&l, &two, "x");
    assert_string_equal(l.err.text, "demo needs WORD ...; see `staleproof demo --help`");
    parse(&l, &two, "x y z");
    assert_string_equal(l.err.text, "demo does not take 'z'; its operands are: WORD ...");
    parse(&l, &two, "--help");
    assert_int_equal(l.status, SP_OK);
    sp_args_clear(&l.args);
}

static void whole_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long value;
        enum sp_status status;
    } rows[] = {{"", 5, SP_OK},
                {"--count 1", 1, SP_OK},
                {"--count 9", 9, SP_OK},
                {"--count 0", 0, SP_USAGE},
                {"--count 10", 0, SP_USAGE},
                {"--count x", 0, SP_USAGE},
                {"--count 1.5", 0, SP_USAGE},
                {"--count -1", 0, SP_USAGE},
                {"--count 99999999999999999999", 0, SP_USAGE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct line l;
        long value = 0;
        parse(&l, &command, rows[i].text);
        assert_int_equal(l.status, SP_OK);
        assert_int_equal(sp_arg_count(&l.args, "count", 1, 9, 5, &value, &l.err), rows[i].status);
        if (rows[i].status == SP_OK)
            assert_int_equal(value, rows[i].value);
        sp_args_clear(&l.args);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_operands_mix),
        cmocka_unit_test(a_cluster_of_flags),
        cmocka_unit_test(an_argument_that_looks_like_an_option),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(counts_of_operands),
        cmocka_unit_test(whole_numbers),
    };
    return cmocka_run_group_tests_name("cli_args", tests, NULL, NULL);
}
