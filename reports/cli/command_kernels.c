/* SPDX-License-Identifier: Apache-2.0 */
/* `kernels`: what is proved of each. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "reports/cli/commands.h"
#include "reports/cli/kernel_text.h"
#include "reports/cli/ledger.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* "memory, functional, rounding": the rungs reached, each level once. */
static void print_levels(FILE *out, const json_t *kernel)
{
    const json_t *ladder = json_object_get(kernel, "ladder");
    const char *before = "";
    for (size_t i = 0; i < json_array_size(ladder); i++) {
        const char *level = text_of(json_array_get(ladder, i), "level");
        if (strcmp(level, before) != 0)
            fprintf(out, "%s%s", i ? ", " : "", level);
        before = level;
    }
}

static void print_row(const struct sp_kernel *k, const json_t *proof)
{
    char *claim = sp_kernel_target_line(k, "claim");
    printf("%-34s %-17s  ", k->name, sp_ledger_status(proof));
    if (proof) {
        print_levels(stdout, proof);
        fputs(": ", stdout);
    }
    printf("%s\n", claim ? claim : "");
    free(claim);
}

static json_t *describe(const struct sp_kernel *k, const json_t *proof)
{
    char *claim = sp_kernel_target_line(k, "claim");
    json_t *object = json_object();
    sp_json_text(object, "name", k->name);
    sp_json_text(object, "target", k->target->name);
    sp_json_text(object, "header", k->header ? k->header->name : NULL);
    sp_json_text(object, "claim", claim);
    sp_json_text(object, "status", sp_ledger_status(proof));
    if (proof)
        json_object_set(object, "proof", (json_t *)proof);
    free(claim);
    return object;
}

static enum sp_status show(const struct sp_args *args, const struct sp_kernel *list, size_t n,
                           const json_t *ledger, struct sp_error *err)
{
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        const json_t *proof = sp_ledger_kernel(ledger, list[i].name);
        if (sp_arg(args, "json"))
            json_array_append_new(all, describe(&list[i], proof));
        else
            print_row(&list[i], proof);
    }
    enum sp_status status = SP_OK;
    if (sp_arg(args, "json"))
        status = sp_json_print(stdout, all, err);
    json_decref(all);
    return status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_kernel *list = NULL;
    json_t *ledger = NULL;
    size_t n = 0;
    enum sp_status status = sp_ledger_read(&ledger, sp_arg(args, "ledger"), err);
    if (status == SP_OK)
        status = sp_kernel_list(&list, &n, err);
    if (status == SP_OK)
        status = show(args, list, n, ledger, err);
    free(list);
    json_decref(ledger);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print an array of objects, with what the ledger says of each"},
    {"ledger", 0, "FILE", "read the verdicts from FILE (default: of this build or installation)"},
    {0},
};

static const char *const examples[] = {"staleproof kernels", NULL};

const struct sp_command sp_command_kernels = {
    .name = "kernels",
    .operands = "",
    .summary = "list the kernels, and what is proved of each",
    .options = options,
    .run = run,
    .details = "Verdicts are read from the ledger that `make verify` writes; without one, every "
               "kernel is \"not verified here\".",
    .examples = examples,
};
