/* SPDX-License-Identifier: Apache-2.0 */
/* `audit`: what the guarantees rest on, and where the literature prints something else. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/json.h"
#include "bounds/formula/catalogue.h"
#include "reports/cli/audit_proofs.h"
#include "reports/cli/commands.h"
#include "reports/cli/ledger.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void add_row(json_t *rows, const char *kernel, const json_t *row)
{
    json_t *object = json_object();
    sp_json_text(object, "kernel", kernel);
    sp_json_text(object, "kind", text_of(row, "kind"));
    sp_json_text(object, "subject", text_of(row, "subject"));
    sp_json_text(object, "reason", text_of(row, "reason"));
    json_array_append_new(rows, object);
}

/* What WP's memory model asks of callers and no contract states. */
static void add_hypotheses(json_t *rows, const json_t *kernel)
{
    const json_t *list = json_object_get(kernel, "memory_hypotheses");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *row = json_object();
        sp_json_text(row, "kind", "memory");
        sp_json_text(row, "subject", text_of(kernel, "target"));
        json_object_set(row, "reason", json_array_get(list, i));
        add_row(rows, text_of(kernel, "name"), row);
        json_decref(row);
    }
}

/* The parts of the ledger that `--json` hands on as they are. */
static void add_proofs(json_t *object, const json_t *ledger)
{
    static const char *const parts[] = {"tools", "kernels", "models", "coq_axioms"};
    for (size_t i = 0; ledger && i < sizeof parts / sizeof *parts; i++)
        if (json_object_get(ledger, parts[i]))
            json_object_set(object, parts[i], json_object_get(ledger, parts[i]));
}

/* Every assumption of every kernel, and every exported function without a proof. */
static json_t *assumptions(const json_t *ledger)
{
    json_t *rows = json_array();
    const json_t *kernels = json_object_get(ledger, "kernels");
    const json_t *unproved = json_object_get(ledger, "unproved");
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const json_t *kernel = json_array_get(kernels, i);
        const json_t *list = json_object_get(kernel, "assumptions");
        for (size_t j = 0; j < json_array_size(list); j++)
            add_row(rows, text_of(kernel, "name"), json_array_get(list, j));
        add_hypotheses(rows, kernel);
    }
    for (size_t i = 0; i < json_array_size(unproved); i++)
        add_row(rows, "", json_array_get(unproved, i));
    return rows;
}

/* The bound that a published one is to be read beside: its name without the ending. */
static const struct sp_bound *counterpart(struct sp_catalogue *catalogue, const char *name)
{
    static const char *const endings[] = {"_published", "_recalled"};
    char stem[128];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const char *at = strstr(name, endings[i]);
        if (!at || at[strlen(endings[i])])
            continue;
        snprintf(stem, sizeof stem, "%.*s", (int)(at - name), name);
        return sp_catalogue_get(catalogue, stem);
    }
    return NULL;
}

static void add_formula(json_t *object, const char *key, const struct sp_bound *b)
{
    char *text = b->n_values ? sp_expr_text(b->values[0]) : NULL;
    sp_json_text(object, key, text);
    free(text);
}

static json_t *published_row(const struct sp_bound *b, const struct sp_bound *other)
{
    json_t *object = json_object();
    sp_json_text(object, "published", b->name);
    sp_json_text(object, "cite", b->cite);
    add_formula(object, "published_formula", b);
    if (b->refuted[0])
        sp_json_text(object, "refuted", b->refuted);
    if (other) {
        sp_json_text(object, "ours", other->name);
        sp_json_text(object, "status", sp_standing_text(other->standing));
        add_formula(object, "formula", other);
    }
    return object;
}

static enum sp_status published(json_t *rows, struct sp_error *err)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    enum sp_status status = catalogue ? SP_OK : sp_fail_memory(err);
    for (size_t i = 0; status == SP_OK && i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b;
        status = sp_catalogue_find(catalogue, &b, sp_catalogue_name(catalogue, i), err);
        if (status == SP_OK && (b->standing == SP_PUBLISHED || b->refuted[0]))
            json_array_append_new(rows, published_row(b, counterpart(catalogue, b->name)));
    }
    sp_catalogue_free(catalogue);
    return status;
}

static void print_assumptions(const json_t *ledger, const json_t *rows)
{
    if (!ledger)
        puts("assumptions of the kernel proofs: not verified here (run `make verify`)");
    else
        printf("assumptions of the kernel proofs: %zu\n", json_array_size(rows));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        printf("  %-9s %s%s%s: %s\n", text_of(row, "kind"), text_of(row, "kernel"),
               text_of(row, "kernel")[0] ? ", " : "", text_of(row, "subject"),
               text_of(row, "reason"));
    }
}

static void print_published(const json_t *rows)
{
    printf("published against ours: %zu\n", json_array_size(rows));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        printf("  %s = %s  [%s]\n", text_of(row, "published"), text_of(row, "published_formula"),
               text_of(row, "cite"));
        if (text_of(row, "refuted")[0])
            printf("    refuted: %s\n", text_of(row, "refuted"));
        if (text_of(row, "ours")[0])
            printf("    ours: %s = %s  [%s]\n", text_of(row, "ours"), text_of(row, "formula"),
                   text_of(row, "status"));
    }
}

static enum sp_status show(const struct sp_args *args, const json_t *ledger, json_t *papers,
                           struct sp_error *err)
{
    json_t *rows = assumptions(ledger);
    enum sp_status status = SP_OK;
    if (sp_arg(args, "json")) {
        json_t *object = json_object();
        json_object_set_new(object, "verified", json_boolean(ledger != NULL));
        json_object_set(object, "assumptions", rows);
        add_proofs(object, ledger);
        json_object_set(object, "published", papers);
        status = sp_json_print(stdout, object, err);
        json_decref(object);
    } else {
        if (!sp_arg(args, "published")) {
            print_assumptions(ledger, rows);
            sp_audit_print_proofs(ledger);
        }
        print_published(papers);
    }
    json_decref(rows);
    return status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    json_t *ledger = NULL, *papers = json_array();
    enum sp_status status = sp_ledger_read(&ledger, sp_arg(args, "ledger"), err);
    if (status == SP_OK)
        status = published(papers, err);
    if (status == SP_OK)
        status = show(args, ledger, papers, err);
    json_decref(papers);
    json_decref(ledger);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print an object"},
    {"published", 0, NULL, "only the published constants beside ours"},
    {"ledger", 0, "FILE", "read the assumptions from FILE (default: of this build)"},
    {0},
};

static const char *const examples[] = {"staleproof audit", NULL};

const struct sp_command sp_command_audit = {
    .name = "audit",
    .operands = "",
    .summary = "list every assumption of the proofs, and published constants beside ours",
    .options = options,
    .run = run,
    .examples = examples,
};
