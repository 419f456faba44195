/* SPDX-License-Identifier: Apache-2.0 */
/* `kernel NAME`: manual, contract, proof. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "bounds/formula/nearest.h"
#include "reports/cli/commands.h"
#include "reports/cli/kernel_text.h"
#include "reports/cli/ledger.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void print_block(const char *title, char *text)
{
    if (text)
        printf("%s%s%s\n", title, title[0] ? "\n" : "", text);
    free(text);
}

/* "title: a b" rows from an array of objects. */
static void print_rows(const json_t *rows, const char *title, const char *first, const char *second,
                       const char *third)
{
    if (json_array_size(rows))
        printf("%s\n", title);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        printf("  %-10s  %s%s%s\n", text_of(row, first), text_of(row, second),
               text_of(row, second)[0] && text_of(row, third)[0] ? ": " : "", text_of(row, third));
    }
}

static void print_texts(const json_t *texts, const char *title)
{
    if (json_is_string(texts))
        printf("%s\n  %s\n", title, json_string_value(texts));
    if (json_array_size(texts))
        printf("%s\n", title);
    for (size_t i = 0; i < json_array_size(texts); i++)
        printf("  %s\n", json_string_value(json_array_get(texts, i)));
}

static void print_mutants(const json_t *mutants)
{
    if (!mutants)
        return;
    fputs("mutants of the code", stdout);
    const char *key;
    json_t *count;
    json_object_foreach((json_t *)mutants, key, count)
        printf("  %s %lld", key, (long long)json_integer_value(count));
    putchar('\n');
}

static void print_proof(const json_t *proof)
{
    const json_t *goals = json_object_get(proof, "goals");
    printf("proof: %s", sp_ledger_status(proof));
    if (goals)
        printf(", %lld of %lld goals of its target",
               (long long)json_integer_value(json_object_get(goals, "proved")),
               (long long)json_integer_value(json_object_get(goals, "total")));
    putchar('\n');
    if (!proof)
        return;
    print_rows(json_object_get(proof, "ladder"), "what is established", "level", "clause", "text");
    print_texts(json_object_get(proof, "claims"), "claim");
    print_texts(json_object_get(proof, "remains"), "not proved");
    print_rows(json_object_get(proof, "assumptions"), "assumptions", "kind", "subject", "reason");
    print_texts(json_object_get(proof, "memory_hypotheses"), "asked of callers (memory)");
    print_mutants(json_object_get(proof, "mutants"));
}

static void show_text(const struct sp_kernel *k, const json_t *proof)
{
    char *file = sp_kernel_target_line(k, "file");
    printf("%s\n#include \"staleproof/%s\"   body: %s\n\n", k->name,
           k->header ? k->header->name : "?", file ? file : "?");
    free(file);
    print_block("", sp_kernel_manual(k));
    print_block("", sp_kernel_prototype(k));
    print_block("", sp_kernel_contract(k));
    print_block("\nwhere", sp_kernel_definitions(k));
    print_proof(proof);
}

static void add(json_t *object, const char *key, char *text)
{
    sp_json_text(object, key, text);
    free(text);
}

static enum sp_status show_json(const struct sp_kernel *k, const json_t *proof,
                                struct sp_error *err)
{
    json_t *object = json_object();
    sp_json_text(object, "name", k->name);
    sp_json_text(object, "target", k->target->name);
    add(object, "file", sp_kernel_target_line(k, "file"));
    add(object, "claim", sp_kernel_target_line(k, "claim"));
    add(object, "manual", sp_kernel_manual(k));
    add(object, "prototype", sp_kernel_prototype(k));
    add(object, "contract", sp_kernel_contract(k));
    add(object, "definitions", sp_kernel_definitions(k));
    sp_json_text(object, "status", sp_ledger_status(proof));
    json_object_set_new(object, "proof", proof ? json_deep_copy(proof) : json_null());
    enum sp_status status = sp_json_print(stdout, object, err);
    json_decref(object);
    return status;
}

/* By its whole name, or without the type ("sp_step_sgd": the one for double). */
static const struct sp_kernel *find(const struct sp_kernel *list, size_t n, const char *name)
{
    char with_type[128];
    snprintf(with_type, sizeof with_type, "%s_f64", name);
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0 || strcmp(list[i].name, with_type) == 0)
            return &list[i];
    return NULL;
}

static enum sp_status unknown(const struct sp_kernel *list, size_t n, const char *name,
                              struct sp_error *err)
{
    const char **names = calloc(n + 1, sizeof *names);
    if (!names)
        return sp_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        names[i] = list[i].name;
    const char *near = sp_nearest(name, names, n);
    free(names);
    return near ? sp_fail(err, SP_USAGE, "there is no kernel '%s'; did you mean '%s'?", name, near)
                : sp_fail(err, SP_USAGE, "there is no kernel '%s'; see `staleproof kernels`", name);
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_kernel *list = NULL;
    json_t *ledger = NULL;
    size_t n = 0;
    enum sp_status status = sp_ledger_read(&ledger, sp_arg(args, "ledger"), err);
    if (status == SP_OK)
        status = sp_kernel_list(&list, &n, err);
    if (status == SP_OK) {
        const struct sp_kernel *k = find(list, n, args->words[0]);
        const json_t *proof = k ? sp_ledger_kernel(ledger, k->name) : NULL;
        if (!k)
            status = unknown(list, n, args->words[0], err);
        else if (sp_arg(args, "json"))
            status = show_json(k, proof, err);
        else
            show_text(k, proof);
    }
    free(list);
    json_decref(ledger);
    return status;
}

static void complete(const struct sp_args *args, FILE *out)
{
    struct sp_kernel *list = NULL;
    size_t n = 0;
    if (args->n_words == 0 && sp_kernel_list(&list, &n, NULL) == SP_OK)
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s\n", list[i].name);
    free(list);
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print an object"},
    {"ledger", 0, "FILE", "read the verdict from FILE (default: of this build or installation)"},
    {0},
};

static const char *const examples[] = {"staleproof kernel sp_step_sgd_f64", NULL};

const struct sp_command sp_command_kernel = {
    .name = "kernel",
    .operands = "NAME",
    .summary = "show a kernel: manual, contract, what is proved, what that rests on",
    .options = options,
    .run = run,
    .details = "NAME may leave out the type: sp_step_sgd is sp_step_sgd_f64.",
    .examples = examples,
    .least_words = 1,
    .most_words = 1,
    .complete = complete,
};
