/* SPDX-License-Identifier: Apache-2.0 */
/* `bound --sensitivity`: elasticities, and the margins of the conditions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/bound_work.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/solve/derive.h"
#include "bounds/solve/sensitivity.h"

/* A condition left <= right, and how much of the larger side lies between them. */
struct margin {
    const char *text;
    double left, right, share;
};

/* The value of an expression in the bound's names, for the given inputs. */
static enum sp_status evaluate(arb_t value, struct sp_work *w, const char *text,
                               struct sp_error *err)
{
    struct sp_bound *derived = NULL;
    struct sp_question q = {.value = text, .without_conditions = 1};
    enum sp_status status = sp_derive(&derived, w->bound, q, "--sensitivity", err);
    struct sp_case *c = status == SP_OK ? sp_case_new(w->catalogue, derived) : NULL;
    if (status == SP_OK && !c)
        status = sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_setting_apply(&w->setting, w->catalogue, derived, c, 0, err);
    if (status == SP_OK)
        status = sp_case_ball(c, value, (struct sp_precision){60, 256, 65536, 0}, err);
    sp_case_free(c);
    sp_bound_free(derived);
    return status;
}

static enum sp_status side(double *value, struct sp_work *w, const struct sp_expr *tree,
                           struct sp_error *err)
{
    arb_t ball;
    char *text = sp_expr_text(tree);
    arb_init(ball);
    enum sp_status status = text ? evaluate(ball, w, text, err) : sp_fail_memory(err);
    *value = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    arb_clear(ball);
    free(text);
    return status;
}

static int by_share(const void *a, const void *b)
{
    double x = ((const struct margin *)a)->share, y = ((const struct margin *)b)->share;
    return (x > y) - (x < y);
}

/* Comparisons only; one whose sides have no value here is left out. */
static size_t margins(struct margin *list, struct sp_work *w)
{
    size_t n = 0;
    for (size_t i = 0; i < w->bound->n_conditions; i++) {
        const struct sp_expr *tree = w->bound->conditions[i].tree;
        struct margin *m = &list[n];
        if (tree->op != SP_LT && tree->op != SP_LE && tree->op != SP_GT && tree->op != SP_GE)
            continue;
        if (side(&m->left, w, tree->kids[0], NULL) != SP_OK ||
            side(&m->right, w, tree->kids[1], NULL) != SP_OK)
            continue;
        double larger = fmax(fabs(m->left), fabs(m->right));
        m->text = w->bound->conditions[i].text;
        m->share = larger > 0 ? fabs(m->right - m->left) / larger : 0;
        n++;
    }
    qsort(list, n, sizeof *list, by_share);
    return n;
}

struct elasticity {
    const struct sp_parameter *parameter;
    double value;
    int exists;
};

static enum sp_status elasticities(struct elasticity *list, size_t *n, struct sp_work *w,
                                   struct sp_error *err)
{
    enum sp_status status = SP_OK;
    fmpq_t at;
    arb_t ball;
    fmpq_init(at);
    arb_init(ball);
    *n = 0;
    for (size_t i = 0; status == SP_OK && i < w->bound->n_parameters; i++) {
        const struct sp_parameter *p = &w->bound->parameters[i];
        const char *text = sp_setting_get(&w->setting, p->name);
        if (!text || !p->in_theorem || (p->kind != SP_REAL && p->kind != SP_NAT))
            continue;
        status = evaluate(ball, w, p->name, err);
        if (status != SP_OK)
            break;
        struct elasticity *e = &list[(*n)++];
        sp_middle(at, ball);
        e->parameter = p;
        e->exists = sp_elasticity(&e->value, w->c, p->name, at, p->kind == SP_NAT, NULL) == SP_OK;
        status = sp_case_set(w->c, p->name, text, err);
    }
    fmpq_clear(at);
    arb_clear(ball);
    return status;
}

static void print_text(const struct sp_result *result, struct sp_work *w,
                       const struct elasticity *list, size_t n, const struct margin *m, size_t n_m)
{
    sp_show_value(stdout, w->bound, result, 0, w->precision.digits);
    puts("elasticities: 1 % more of an input moves the value by about so many %");
    for (size_t i = 0; i < n; i++) {
        printf("  %-10s ", list[i].parameter->name);
        if (list[i].exists)
            printf("%+.4f", list[i].value == 0 ? 0.0 : list[i].value);
        else
            fputs("none", stdout);
        puts(list[i].parameter->kind == SP_NAT && list[i].exists ? "  (one more)" : "");
    }
    puts("conditions, nearest to failing first: what lies between the sides");
    for (size_t i = 0; i < n_m; i++)
        printf("  %6.2f %%  %s  (%.4g, %.4g)\n", 100 * m[i].share, m[i].text, m[i].left,
               m[i].right);
}

static enum sp_status print_json(const struct sp_result *result, struct sp_work *w,
                                 const struct elasticity *list, size_t n, const struct margin *m,
                                 size_t n_m, struct sp_error *err)
{
    json_t *object = json_object(), *all = json_object(), *conditions = json_array();
    sp_json_text(object, "bound", w->bound->name);
    sp_show_json_standing(object, w->bound, &result->backing);
    sp_show_json_numbers(object, result);
    for (size_t i = 0; i < n; i++)
        json_object_set_new(all, list[i].parameter->name,
                            list[i].exists ? json_real(list[i].value) : json_null());
    for (size_t i = 0; i < n_m; i++) {
        json_t *row = json_object();
        sp_json_text(row, "condition", m[i].text);
        json_object_set_new(row, "left", json_real(m[i].left));
        json_object_set_new(row, "right", json_real(m[i].right));
        json_object_set_new(row, "margin", json_real(m[i].share));
        json_array_append_new(conditions, row);
    }
    json_object_set_new(object, "elasticities", all);
    json_object_set_new(object, "conditions", conditions);
    enum sp_status status = sp_json_print(stdout, object, err);
    json_decref(object);
    return status;
}

enum sp_status sp_work_sensitivity(struct sp_work *w, struct sp_error *err)
{
    struct sp_result result;
    struct elasticity *list = calloc(w->bound->n_parameters + 1, sizeof *list);
    struct margin *m = calloc(w->bound->n_conditions + 1, sizeof *m);
    size_t n = 0;
    enum sp_status status = sp_case_evaluate(w->c, w->precision, &result, err);
    if (result.is_truth || result.is_list)
        status = sp_fail(err, SP_USAGE, "--sensitivity: %s is not a single number", w->bound->name);
    if (status == SP_OK)
        status = list && m ? elasticities(list, &n, w, err) : sp_fail_memory(err);
    if (status == SP_OK) {
        size_t n_m = margins(m, w);
        if (sp_arg(w->args, "json"))
            status = print_json(&result, w, list, n, m, n_m, err);
        else
            print_text(&result, w, list, n, m, n_m);
    }
    sp_result_clear(&result);
    free(list);
    free(m);
    return status;
}
