/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void show_theorem(FILE *out, const struct sp_bound *bound, const struct sp_backing *backing)
{
    char *theorem = sp_bound_theorem(bound);
    if (backing->standing == SP_PROVED)
        fprintf(out, "guarantee (theorem %s, checked by Coq)", theorem ? theorem : "");
    else
        fprintf(out,
                "proved for given %s (theorem %s, checked by Coq); the value used here of %s is "
                "not machine-checked",
                backing->inputs, theorem ? theorem : "", backing->inputs);
    free(theorem);
}

void sp_show_standing(FILE *out, const struct sp_bound *bound, const struct sp_backing *backing)
{
    if (bound->refuted[0]) {
        fprintf(out, "%s, refuted: %s", sp_standing_text(bound->standing), bound->refuted);
    } else if (bound->standing == SP_PROVED) {
        show_theorem(out, bound, backing);
    } else if (bound->standing == SP_PUBLISHED) {
        fputs("published: for comparison, not machine-checked", out);
    } else {
        fputs("model: not machine-checked", out);
    }
}

static void print_ball(FILE *out, const arb_t ball, int digits)
{
    char *text = arb_get_str(ball, digits, 0);
    fputs(text, out);
    flint_free(text);
}

/* Of "[S, K, time] ...", the text of entry i: what the numbers of a list are called. */
static void print_label(FILE *out, const struct sp_bound *bound, size_t i, size_t n)
{
    const char *s = bound->gives, *end = strchr(s, ']');
    size_t commas = 0;
    for (const char *c = s; end && c < end; c++)
        commas += *c == ',';
    if (*s++ != '[' || !end || commas + 1 != n)
        return;
    for (; i > 0; i--)
        s = strchr(s, ',') + 1;
    fprintf(out, "%.*s; ", (int)strcspn(s + (*s == ' '), ",]"), s + (*s == ' '));
}

void sp_show_value(FILE *out, const struct sp_bound *bound, const struct sp_result *result,
                   int as_ball, int digits)
{
    size_t columns = result->columns ? result->columns : 1;
    size_t n = result->is_truth ? 1 : result->n_numbers;
    for (size_t i = 0; i < n; i++) {
        if (result->is_truth)
            fputs(result->truth ? "true" : "false", out);
        else if (as_ball)
            print_ball(out, result->numbers[i].ball, digits);
        else
            fputs(result->numbers[i].digits, out);
        fputs("  ", out);
        if ((i + 1) % columns != 0)
            continue;
        if (columns == 1)
            print_label(out, bound, i, n);
        sp_show_standing(out, bound, &result->backing);
        fputc('\n', out);
    }
}

static void explain_head(FILE *out, const struct sp_bound *b, const struct sp_result *result)
{
    fprintf(out, "%s: %s\n", b->name, b->title);
    if (b->gives[0])
        fprintf(out, "  gives     %s\n", b->gives);
    if (b->cite[0])
        fprintf(out, "  source    %s\n", b->cite);
    fputs("  standing  ", out);
    sp_show_standing(out, b, &result->backing);
    fputc('\n', out);
    for (size_t i = 0; i < b->n_values; i++) {
        char *text = sp_expr_text(b->values[i]);
        fprintf(out, "  formula   %s\n", text ? text : "");
        free(text);
    }
    for (size_t i = 0; i < result->n_numbers; i++) {
        const struct sp_number *n = &result->numbers[i];
        fprintf(out, "  value     %s%s%s  in [%s, %s]\n", n->digits, n->exact ? " = " : "",
                n->exact ? n->exact : "", n->lower, n->upper);
    }
    if (result->is_truth)
        fprintf(out, "  value     %s\n", result->truth ? "true" : "false");
}

static void explain_inputs(FILE *out, const struct sp_bound *b, const struct sp_setting *setting)
{
    fputs("inputs\n", out);
    for (size_t i = 0; i < b->n_parameters; i++) {
        const struct sp_parameter *p = &b->parameters[i];
        const char *value = sp_setting_get(setting, p->name);
        if (!value && p->unproved && p->in_theorem)
            fprintf(out, "  %s by default, not machine-checked: %s\n", p->name, p->unproved);
        if (!value)
            continue;
        int at = fprintf(out, "  %s = %s", p->name, value);
        fprintf(out, "%*s  %s%s%s%s\n", at < 22 ? 22 - at : 0, "", p->text, p->unit[0] ? " [" : "",
                p->unit, p->unit[0] ? "]" : "");
    }
}

static void explain_steps(FILE *out, const struct sp_bound *b, const struct sp_result *result)
{
    if (result->n_lets)
        fputs("steps\n", out);
    for (size_t i = 0; i < result->n_lets && i < b->n_lets; i++) {
        char *text = sp_expr_text(b->lets[i].tree);
        fprintf(out, "  %s = %s = %s\n", result->lets[i].name, text ? text : "",
                result->lets[i].digits ? result->lets[i].digits : "not used");
        free(text);
    }
    if (result->n_terms > 1)
        fputs("terms\n", out);
    for (size_t i = 0; result->n_terms > 1 && i < result->n_terms; i++) {
        const struct sp_term *t = &result->terms[i];
        fprintf(out, "  %s = %s", t->name, t->digits ? t->digits : "?");
        if (!isnan(t->share))
            fprintf(out, "  (%.1f %%)", 100 * t->share);
        fputc('\n', out);
    }
}

static void explain_conditions(FILE *out, const struct sp_result *result)
{
    static const char *const words[] = {[SP_UNKNOWN] = "unknown",
                                        [SP_HOLDS] = "holds",
                                        [SP_FAILS] = "fails",
                                        [SP_NOT_TESTED] = "untested"};
    fputs("conditions\n", out);
    for (size_t i = 0; i < result->n_conditions; i++) {
        const struct sp_condition *c = &result->conditions[i];
        fprintf(out, "  %-8s  %s%s%s\n", words[c->truth], c->text, c->numbers ? ":  " : "",
                c->numbers ? c->numbers : "");
    }
}

void sp_show_explanation(FILE *out, const struct sp_bound *bound, const struct sp_setting *setting,
                         const struct sp_result *result, const struct sp_args *args)
{
    explain_head(out, bound, result);
    explain_inputs(out, bound, setting);
    explain_steps(out, bound, result);
    explain_conditions(out, result);
    char *command = sp_show_command(args);
    fprintf(out, "reproduce (version %s)\n  %s\n", SP_VERSION, command ? command : "");
    free(command);
}
