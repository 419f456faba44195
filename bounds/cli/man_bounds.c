/* SPDX-License-Identifier: Apache-2.0 */
/* staleproof-bounds(7): the catalogue, printed from the formula files. */
#include <stdlib.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/roff.h"
#include "bounds/cli/show.h"
#include "bounds/formula/catalogue.h"

static void put_tree(FILE *out, const char *head, const struct sp_expr *tree)
{
    char *text = sp_expr_text(tree);
    sp_roff(out, head);
    sp_roff(out, text ? text : "");
    fputs("\n.br\n", out);
    free(text);
}

static void put_formula(FILE *out, const struct sp_bound *b)
{
    char head[128];
    fputs(".PP\n.nf\n", out);
    for (size_t i = 0; i < b->n_values; i++)
        put_tree(out, "    ", b->values[i]);
    for (size_t i = 0; i < b->n_lets; i++) {
        snprintf(head, sizeof head, "    %.100s = ", b->lets[i].name);
        put_tree(out, head, b->lets[i].tree);
    }
    fputs(".fi\n", out);
}

static void put_parameters(FILE *out, const struct sp_bound *b)
{
    for (size_t i = 0; i < b->n_parameters; i++) {
        const struct sp_parameter *p = &b->parameters[i];
        fprintf(out, ".TP\n\\fB%s\\fR (%s", p->name, sp_kind_text(p->kind));
        for (size_t j = 0; j < p->n_words; j++)
            fprintf(out, "%s %s", j ? "," : ":", p->words[j]);
        fputs(")\n", out);
        sp_roff(out, p->text);
        if (p->unit[0])
            fprintf(out, " [%s]", p->unit);
        fputc('\n', out);
        if (p->fallback)
            put_tree(out, "Default: ", p->fallback);
    }
}

static void put_text(FILE *out, const char *head, const char *text)
{
    if (!text[0])
        return;
    fprintf(out, ".PP\n%s ", head);
    sp_roff(out, text);
    fputc('\n', out);
}

static void put_conditions(FILE *out, const struct sp_bound *b)
{
    if (b->n_conditions)
        fputs(".PP\nConditions: ", out);
    for (size_t i = 0; i < b->n_conditions; i++) {
        sp_roff(out, b->conditions[i].text);
        fputs(i + 1 < b->n_conditions ? "; " : ".\n", out);
    }
}

static void put_bound(FILE *out, const struct sp_bound *b)
{
    fprintf(out, ".SS %s\n", b->name);
    sp_roff(out, b->title);
    fputs(".\n", out);
    put_text(out, "Gives:", b->gives);
    put_formula(out, b);
    put_text(out, "Refused:", b->refusal);
    put_parameters(out, b);
    put_conditions(out, b);
    put_text(out, "Source:", b->cite);
    fputs(".PP\nStanding: ", out);
    struct sp_backing backing = sp_bound_backing(b);
    sp_show_standing(out, b, &backing);
    for (size_t i = 0; i < b->n_parameters; i++)
        if (b->parameters[i].unproved && b->standing == SP_PROVED)
            fprintf(out, "; the default of %s is not machine-checked", b->parameters[i].name);
    fputs(".\n", out);
}

void sp_man_bounds(FILE *out, const struct sp_program *program)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    fprintf(out,
            ".\\\" SPDX-License-Identifier: Apache-2.0\n.\\\" Printed from the formula files.\n"
            ".TH STALEPROOF-BOUNDS 7 \"\" \"%s %s\" \"Bounds\"\n.SH NAME\n"
            "%s\\-bounds \\- the bounds that %s evaluates\n.SH BOUNDS\n",
            program->name, program->version, program->name, program->name);
    for (size_t i = 0; catalogue && i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b = sp_catalogue_get(catalogue, sp_catalogue_name(catalogue, i));
        if (b)
            put_bound(out, b);
    }
    fprintf(out, ".SH SEE ALSO\n.BR %s (1)\n", program->name);
    sp_catalogue_free(catalogue);
}
