/* SPDX-License-Identifier: Apache-2.0 */
/* A formula file: read, printed in every form, and evaluated with 1 for every parameter. */
#include <stdio.h>
#include <stdlib.h>

#include "bounds/formula/print.h"
#include "tests/fuzz/fuzz.h"

static void print_all(FILE *out, const struct sp_bound *bound)
{
    struct sp_error err;
    sp_print_latex(out, bound);
    if (sp_coq_can_say(bound)) {
        sp_print_coq(out, &bound, 1, &err);
        sp_print_coq_trees(out, &bound, 1, &err);
    }
}

/* The text of a tree is read again as a tree of the same text. */
static void read_again(const struct sp_expr *tree)
{
    struct sp_error err;
    struct sp_expr *again = NULL;
    char *text = sp_expr_text(tree), *second = NULL;
    const struct sp_place place = {"text", 1, 1};
    if (sp_expr_parse(&again, text, place, &err) == SP_OK)
        second = sp_expr_text(again);
    free(second);
    sp_expr_free(again);
    free(text);
}

static void evaluate(struct sp_catalogue *catalogue, const struct sp_bound *bound)
{
    struct sp_error err;
    struct sp_result result = {0};
    struct sp_case *c = sp_case_new(catalogue, bound);
    for (size_t i = 0; i < bound->n_parameters; i++) {
        const struct sp_parameter *p = &bound->parameters[i];
        sp_case_set(c, p->name, p->kind == SP_TEXT && p->n_words > 0 ? p->words[0] : "1", &err);
    }
    sp_case_evaluate(c, (struct sp_precision){10, 64, 128, 1}, &result, &err);
    sp_result_clear(&result);
    sp_case_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sp_catalogue *catalogue;
    static FILE *out;
    struct sp_error err = {SP_OK, ""};
    struct sp_bound *bound = NULL;
    if (catalogue == NULL) {
        catalogue = sp_catalogue_new();
        out = fopen("/dev/null", "w");
    }
    char *text = fuzz_text(data, size);
    const enum sp_status status = sp_bound_read(&bound, text, "input", &err);
    fuzz_demand(status == SP_OK || status == SP_INPUT, "a formula file is right or SP_INPUT");
    free(text);
    if (status != SP_OK)
        return 0;
    print_all(out, bound);
    for (size_t i = 0; i < bound->n_values; i++)
        read_again(bound->values[i]);
    evaluate(catalogue, bound);
    sp_bound_free(bound);
    return 0;
}
