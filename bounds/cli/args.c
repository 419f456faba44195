/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/args.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"
#include "bounds/formula/number.h"

const struct sp_option sp_common_options[] = {
    {"help", 'h', NULL, "show this text and stop"},
    {0},
};

size_t sp_option_count(const struct sp_option *options)
{
    size_t n = 0;
    while (options && options[n].name)
        n++;
    return n;
}

/* getopt_long's view of the tables. */
struct grammar {
    size_t n;
    const struct sp_option **rows;
    struct option *longs;
    char *shorts;
};

static void grammar_free(struct grammar *g)
{
    free(g->rows);
    free(g->longs);
    free(g->shorts);
}

static void add_row(struct grammar *g, char **letters, const struct sp_option *row)
{
    g->rows[g->n] = row;
    g->longs[g->n].name = row->name;
    g->longs[g->n].has_arg = row->arg ? required_argument : no_argument;
    g->n++;
    if (row->letter) {
        *(*letters)++ = row->letter;
        if (row->arg)
            *(*letters)++ = ':';
    }
}

static enum sp_status grammar_make(struct grammar *g, const struct sp_command *command,
                                   struct sp_error *err)
{
    size_t own = sp_option_count(command->options), common = sp_option_count(sp_common_options);
    size_t n = own + common;
    *g = (struct grammar){0, calloc(n, sizeof *g->rows), calloc(n + 1, sizeof *g->longs),
                          calloc(2 * n + 2, 1)};
    if (!g->rows || !g->longs || !g->shorts) {
        grammar_free(g);
        return sp_fail_memory(err);
    }
    char *letters = g->shorts;
    *letters++ = ':'; /* a missing argument is told apart from an unknown option */
    for (size_t i = 0; i < own; i++)
        add_row(g, &letters, &command->options[i]);
    for (size_t i = 0; i < common; i++)
        add_row(g, &letters, &sp_common_options[i]);
    return SP_OK;
}

static enum sp_status unknown_option(const struct grammar *g, const char *command, const char *text,
                                     struct sp_error *err)
{
    const char *names[64];
    size_t n = 0;
    for (; n < g->n && n < 64; n++)
        names[n] = g->longs[n].name;
    if (text[0] == '-' && text[1] != '-')
        return sp_fail(err, SP_USAGE, "%s has no option -%c; see `staleproof %s --help`", command,
                       optopt, command);
    char word[64] = "";
    strncat(word, text + 2, strcspn(text + 2, "=") < 63 ? strcspn(text + 2, "=") : 63);
    const char *near = sp_nearest(word, names, n);
    return near ? sp_fail(err, SP_USAGE, "%s has no option --%s; did you mean --%s?", command, word,
                          near)
                : sp_fail(err, SP_USAGE, "%s has no option --%s; see `staleproof %s --help`",
                          command, word, command);
}

static enum sp_status bad_option(const struct grammar *g, const char *command, int found,
                                 const char *text, struct sp_error *err)
{
    if (found == ':')
        return sp_fail(err, SP_USAGE, "option %s needs an argument", text);
    for (size_t i = 0; i < g->n; i++) {
        size_t length = strlen(g->longs[i].name);
        if (strncmp(text, "--", 2) == 0 && strncmp(text + 2, g->longs[i].name, length) == 0 &&
            text[2 + length] == '=')
            return sp_fail(err, SP_USAGE, "option --%s takes no argument, found '%s'",
                           g->longs[i].name, text + length + 3);
    }
    return unknown_option(g, command, text, err);
}

static const struct sp_option *by_letter(const struct grammar *g, int letter)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->rows[i]->letter == letter)
            return g->rows[i];
    return NULL;
}

static enum sp_status read_options(struct sp_args *args, const struct grammar *g, int argc,
                                   char **argv, struct sp_error *err)
{
    opterr = 0;
    optind = 0; /* start afresh (GNU) */
    for (;;) {
        int longs = -1;
        const char *text = argv[optind > 0 ? optind : 1];
        int found = getopt_long(argc, argv, g->shorts, g->longs, &longs);
        if (found == -1)
            return SP_OK;
        if (found == '?' || found == ':') {
            /* After permutation the culprit is the word before optind, except in a cluster. */
            if (argv[optind - 1][0] == '-')
                text = argv[optind - 1];
            return bad_option(g, args->command->name, found, text ? text : "", err);
        }
        struct sp_given_option *next = &args->given[args->n_given++];
        next->option = longs >= 0 ? g->rows[longs] : by_letter(g, found);
        next->value = optarg ? optarg : "";
    }
}

static enum sp_status check_words(const struct sp_args *args, struct sp_error *err)
{
    const struct sp_command *c = args->command;
    if (sp_arg(args, "help"))
        return SP_OK;
    if (args->n_words < c->least_words)
        return sp_fail(err, SP_USAGE, "%s needs %s; see `staleproof %s --help`", c->name,
                       c->operands, c->name);
    size_t most = c->most_words ? c->most_words : c->operands[0] ? args->n_words : 0;
    if (args->n_words > most)
        return sp_fail(err, SP_USAGE, "%s does not take '%s'; its operands are: %s", c->name,
                       args->words[most], c->operands[0] ? c->operands : "none");
    return SP_OK;
}

enum sp_status sp_args_read(struct sp_args *args, const struct sp_command *command, int argc,
                            char **argv, struct sp_error *err)
{
    struct grammar g;
    enum sp_status status = grammar_make(&g, command, err);
    if (status != SP_OK)
        return status;
    *args = (struct sp_args){.command = command};
    /* One word can hold a cluster of flags: count letters, not words. */
    size_t most = 1;
    for (int i = 1; i < argc; i++)
        most += strlen(argv[i]) + 1;
    args->given = calloc(most, sizeof *args->given);
    status = args->given ? read_options(args, &g, argc, argv, err) : sp_fail_memory(err);
    grammar_free(&g);
    if (status == SP_OK) {
        args->words = (const char *const *)(argv + optind);
        args->n_words = (size_t)(argc - optind);
        status = check_words(args, err);
    }
    if (status != SP_OK)
        sp_args_clear(args);
    return status;
}

void sp_args_clear(struct sp_args *args)
{
    free(args->given);
    *args = (struct sp_args){0};
}

const char *sp_arg_nth(const struct sp_args *args, const char *option, size_t index)
{
    for (size_t i = 0; i < args->n_given; i++)
        if (strcmp(args->given[i].option->name, option) == 0 && index-- == 0)
            return args->given[i].value;
    return NULL;
}

const char *sp_arg(const struct sp_args *args, const char *option)
{
    for (size_t i = args->n_given; i-- > 0;)
        if (strcmp(args->given[i].option->name, option) == 0)
            return args->given[i].value;
    return NULL;
}

enum sp_status sp_arg_count(const struct sp_args *args, const char *option, long least, long most,
                            long otherwise, long *value, struct sp_error *err)
{
    const char *text = sp_arg(args, option);
    *value = otherwise;
    if (!text)
        return SP_OK;
    struct sp_error why = {0};
    if (sp_number_count(value, least, text, &why) != SP_OK || *value > most)
        return sp_fail(err, SP_USAGE, "--%s %s: expected a whole number from %ld to %ld", option,
                       text, least, most);
    return SP_OK;
}
