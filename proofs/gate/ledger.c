/* SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <string.h>

#include "proofs/gate/suite.h"

static json_t *strings(const struct words *list)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->n; i++)
        json_array_append_new(array, json_string(list->word[i]));
    return array;
}

/* The text after the first `skip` words. */
static json_t *after_words(const char *text, int skip)
{
    while (skip-- > 0) {
        text += strcspn(text, " \t");
        text = text_skip_blanks(text);
    }
    return json_string(text);
}

/* A rung belongs to the kernels that have its clause. The first one is what every target has:
 * all run-time error goals are among those that were proved. */
static json_t *ladder(const struct result *r, const char *kernel)
{
    json_t *array = json_array();
    if (r->problems.n > 0)
        return array;
    json_array_append_new(array, json_pack("{s:s,s:s,s:s}", "level", "memory", "clause", "rte",
                                           "text", "no run-time error, terminates"));
    for (size_t i = 0; i < r->target->rungs.n; i++) {
        const char *rung = r->target->rungs.word[i];
        struct words w = text_words(rung);
        if (w.n >= 3 && result_has_clause(r, kernel, w.word[1]))
            json_array_append_new(array,
                                  json_pack("{s:s,s:s,s:o}", "level", w.word[0], "clause",
                                            w.word[1], "text", after_words(rung, 2)));
    }
    return array;
}

static json_t *provers(const struct evidence *e)
{
    json_t *object = json_object();
    for (size_t i = 0; i < e->n_provers; i++)
        json_object_set_new(object, e->provers[i].prover, json_integer(e->provers[i].goals));
    return object;
}

static json_t *rows_of(const struct suite *s, const char *target)
{
    json_t *array = json_array();
    for (size_t i = 0; i < s->n_rows; i++) {
        const struct row *row = &s->row[i];
        if (strcmp(row->target, target) == 0)
            json_array_append_new(
                array, json_pack("{s:s,s:s,s:s?}", "kind", row->kind, "subject", row->subject,
                                 "reason", row->reason));
    }
    return array;
}

/* Scores that `make mutants` left behind, by target. */
static json_t *mutants(const struct suite *s, const char *target)
{
    json_error_t error;
    json_t *all = json_load_file(text_format("%s/proofs/mutants.json", s->settings.build), 0,
                                 &error);
    json_t *score = json_incref(json_object_get(all, target));
    json_decref(all);
    return score;
}

static json_t *kernel(const struct suite *s, const struct result *r, const char *name)
{
    const struct evidence *e = &r->evidence;
    json_t *goals = json_pack("{s:I,s:I,s:I}", "proved", (json_int_t)e->log_proved, "total",
                              (json_int_t)e->log_total, "floor", (json_int_t)r->target->goals);
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:o,s:o,s:f,s:I,s:o,s:o,s:o,s:o,s:o,s:o*}", "name", name, "target",
        r->target->name, "file", r->target->file, "status",
        r->problems.n == 0 ? "proved" : "not proved", "goals", goals, "provers", provers(e),
        "seconds", r->seconds, "steps", (json_int_t)e->steps, "ladder", ladder(r, name), "claims",
        strings(&r->target->claims), "remains", strings(&r->target->remains), "assumptions",
        rows_of(s, r->target->name), "memory_hypotheses", strings(&e->hypotheses), "mutants",
        mutants(s, r->target->name));
}

static json_t *tools(void)
{
    json_t *object = json_object();
    char *text = text_read("proofs/wp/versions");
    for (char *line; (line = text_line(&text)) != NULL;) {
        struct words w = text_words(line);
        if (w.n == 2 && w.word[0][0] != '#')
            json_object_set_new(object, w.word[0], json_string(w.word[1]));
    }
    return object;
}

int suite_write_ledger(const struct suite *s, const char *path)
{
    json_t *kernels = json_array();
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->result[i].target->kernels.n; k++)
            json_array_append_new(
                kernels, kernel(s, &s->result[i], s->result[i].target->kernels.word[k]));
    json_t *root = json_pack("{s:i,s:o,s:o,s:o,s:o,s:o*}", "schema", 1, "tools", tools(), "kernels",
                             kernels, "unproved", rows_of(s, ""), "models", ledger_models(),
                             "coq_axioms", ledger_coq_axioms(s->settings.build));
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    json_decref(root);
    return text == NULL ? -1 : text_write(path, text_format("%s\n", text));
}
