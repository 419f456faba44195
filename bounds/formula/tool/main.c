/* SPDX-License-Identifier: Apache-2.0 */
/* sp-formula: prints what the build needs of the formula files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/print.h"

typedef enum sp_status printer(FILE *, const struct sp_bound *const *, size_t, struct sp_error *);

static enum sp_status print_names(FILE *out, const struct sp_bound *const *bounds, size_t n,
                                  struct sp_error *err)
{
    (void)err;
    for (size_t i = 0; i < n; i++)
        if (sp_coq_can_say(bounds[i]))
            fprintf(out, "%s\n", bounds[i]->name);
    return SP_OK;
}

static enum sp_status print_latex(FILE *out, const struct sp_bound *const *bounds, size_t n,
                                  struct sp_error *err)
{
    (void)err;
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s\n", bounds[i]->name);
        sp_print_latex(out, bounds[i]);
        fputc('\n', out);
    }
    return SP_OK;
}

static const struct {
    const char *name;
    printer *print;
} commands[] = {
    {"coq", sp_print_coq},
    {"coq-trees", sp_print_coq_trees},
    {"coq-names", print_names},
    {"latex", print_latex},
};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static enum sp_status read_all(struct sp_bound **bounds, char **paths, size_t n,
                               struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; i < n && status == SP_OK; i++)
        status = sp_bound_open(&bounds[i], paths[i], err);
    return status;
}

static enum sp_status run(printer *print, char **paths, size_t n, struct sp_error *err)
{
    struct sp_bound **bounds = calloc(n + 1, sizeof *bounds);
    if (bounds == NULL)
        return sp_fail_memory(err);
    enum sp_status status = read_all(bounds, paths, n, err);
    if (status == SP_OK)
        status = print(stdout, (const struct sp_bound *const *)bounds, n, err);
    for (size_t i = 0; i < n; i++)
        sp_bound_free(bounds[i]);
    free(bounds);
    if (status == SP_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = sp_fail(err, SP_INPUT, "standard output cannot be written");
    return status;
}

int main(int argc, char **argv)
{
    struct sp_error err = {SP_OK, ""};
    for (size_t i = 0; argc > 1 && i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, argv[1]) != 0)
            continue;
        enum sp_status status = run(commands[i].print, argv + 2, (size_t)argc - 2, &err);
        if (status != SP_OK)
            fprintf(stderr, "sp-formula: %s\n", err.text);
        flint_cleanup_master();
        return (int)status;
    }
    fputs("usage: sp-formula coq|coq-trees|coq-names|latex FILE.bound...\n", stderr);
    return SP_USAGE;
}
