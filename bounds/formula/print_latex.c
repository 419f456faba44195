/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "bounds/formula/bind.h"
#include "bounds/formula/function.h"
#include "bounds/formula/print.h"

static void tex(FILE *out, const struct sp_expr *tree, int least);

static const char *const greek[] = {
    "alpha",  "beta",  "gamma", "delta", "epsilon", "eps",   "zeta",  "eta", "theta", "kappa",
    "lambda", "mu",    "nu",    "xi",    "pi",      "rho",   "sigma", "tau", "phi",   "psi",
    "omega",  "Delta", "Gamma", "Theta", "Lambda",  "Sigma", "Phi",   "Psi", "Omega",
};

/* The first `length` letters of a name. */
static void stem(FILE *out, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof greek / sizeof greek[0]; i++)
        if (strlen(greek[i]) == length && strncmp(greek[i], name, length) == 0) {
            fprintf(out, "\\%s", strcmp(greek[i], "eps") == 0 ? "varepsilon" : greek[i]);
            return;
        }
    if (length == 1)
        fputc(*name, out);
    else
        fprintf(out, "\\mathit{%.*s}", (int)length, name);
}

/* What stands behind the stem: sigma2 is a square, p0 and F_max have subscripts. */
static void subscript(FILE *out, const char *rest)
{
    if (*rest == '\0')
        return;
    if (strcmp(rest, "2") == 0) {
        fputs("^2", out);
        return;
    }
    fputs("_{", out);
    for (rest += *rest == '_'; *rest != '\0'; rest++)
        fprintf(out, *rest == '_' ? "\\_" : "%c", *rest);
    fputc('}', out);
}

/* Names that mean more than their letters. */
static const struct {
    const char *name, *latex;
} known[] = {
    {"MG", "M_G"},          {"EX", "\\mathrm{E}X"}, {"xm", "x_m"},
    {"Sbar", "\\bar S"},    {"dbar", "\\bar d"},    {"Ginf", "G_\\infty"},
    {"smin", "s_{\\min}"},  {"smax", "s_{\\max}"},  {"lam", "\\lambda"},
    {"CV", "\\mathrm{CV}"}, {"VQ", "V_Q"},          {"Fgap", "F_{\\mathrm{gap}}"},
};

void sp_print_latex_name(FILE *out, const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0) {
            fputs(known[i].latex, out);
            return;
        }
    size_t length = strcspn(name, "_0123456789");
    int squared = strcmp(name + length, "2") == 0 && strcmp(name, "sigma2") != 0 &&
                  strcmp(name, "G2") != 0 && strcmp(name, "R2") != 0;
    stem(out, name, length);
    if (squared)
        fputs("_2", out);
    else
        subscript(out, name + length);
}

static int rank_of(const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_CHOOSE:
        return 0;
    case SP_OR:
        return 1;
    case SP_AND:
        return 2;
    case SP_LT:
    case SP_LE:
    case SP_GT:
    case SP_GE:
    case SP_EQ:
    case SP_NE:
        return 3;
    case SP_ADD:
    case SP_SUBTRACT:
    case SP_NEGATE:
        return 4;
    case SP_MULTIPLY:
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
    case SP_LEAST:
    case SP_WHERE:
    case SP_EACH:
        return 5;
    default:
        return 9;
    }
}

static void arguments(FILE *out, const struct sp_expr *tree)
{
    for (size_t i = 0; i < tree->n_kids; i++) {
        fputs(i ? ", " : "", out);
        tex(out, tree->kids[i], 0);
    }
}

static void named_call(FILE *out, const struct sp_expr *tree)
{
    fputs("\\mathrm{", out);
    for (const char *s = tree->name; *s != '\0'; s++)
        fprintf(out, *s == '_' ? "\\_" : "%c", *s);
    fputs("}(", out);
    arguments(out, tree);
    fputc(')', out);
}

/* In the pattern of a function "@1" stands for the first argument, "@*" for all. */
static void call(FILE *out, const struct sp_expr *tree)
{
    const struct sp_function *f = sp_function_find(tree->name);
    if (f == NULL || f->latex == NULL) {
        named_call(out, tree);
        return;
    }
    for (const char *s = f->latex; *s != '\0'; s++) {
        if (*s != '@')
            fputc(*s, out);
        else if (*++s == '*')
            arguments(out, tree);
        else if ((size_t)(*s - '1') < tree->n_kids)
            tex(out, tree->kids[*s - '1'], 0);
    }
}

static void number(FILE *out, const fmpq_t q)
{
    char *above = fmpz_get_str(NULL, 10, fmpq_numref(q));
    char *below = fmpz_get_str(NULL, 10, fmpq_denref(q));
    if (strcmp(below, "1") == 0)
        fputs(above, out);
    else
        fprintf(out, "\\frac{%s}{%s}", above, below);
    flint_free(above);
    flint_free(below);
}

static void reduction(FILE *out, const struct sp_expr *tree)
{
    const char *sign = tree->op == SP_SUM       ? "\\sum"
                       : tree->op == SP_PRODUCT ? "\\prod"
                       : tree->op == SP_LARGEST ? "\\max"
                       : tree->op == SP_WHERE   ? "\\arg\\min"
                                                : "\\min";
    fprintf(out, "%s_{0\\le %s<", sign, tree->name);
    tex(out, tree->kids[0], 4);
    fputs("} ", out);
    tex(out, tree->kids[1], 5);
}

static void infix(FILE *out, const struct sp_expr *tree)
{
    static const char *const signs[] = {
        [SP_ADD] = " + ",         [SP_SUBTRACT] = " - ",
        [SP_MULTIPLY] = "\\,",    [SP_LT] = " < ",
        [SP_LE] = " \\le ",       [SP_GT] = " > ",
        [SP_GE] = " \\ge ",       [SP_EQ] = " = ",
        [SP_NE] = " \\ne ",       [SP_AND] = "\\text{ and }",
        [SP_OR] = "\\text{ or }",
    };
    int rank = rank_of(tree);
    tex(out, tree->kids[0], rank);
    const struct sp_expr *right = tree->kids[1];
    int digits_meet = tree->op == SP_MULTIPLY && right->op == SP_NUMBER;
    fputs(digits_meet ? "\\cdot " : signs[tree->op], out);
    tex(out, right, rank + (tree->op == SP_SUBTRACT || tree->op == SP_ADD));
}

/* {a}^{b}, with a in parentheses unless it is a name or number. */
static void power(FILE *out, const struct sp_expr *tree)
{
    const struct sp_expr *base = tree->kids[0];
    int squared_name = base->op == SP_NAME && strpbrk(base->name, "2") != NULL;
    int simple = (base->op == SP_NAME && !squared_name) ||
                 (base->op == SP_NUMBER && fmpz_is_one(fmpq_denref(base->number)));
    fputs(simple ? "{" : "\\left(", out);
    tex(out, base, 0);
    fputs(simple ? "}^{" : "\\right)^{", out);
    tex(out, tree->kids[1], 0);
    fputc('}', out);
}

static void choice(FILE *out, const struct sp_expr *tree)
{
    fputs("\\begin{cases}", out);
    while (tree->op == SP_CHOOSE) {
        tex(out, tree->kids[1], 1);
        fputs(" & \\text{if } ", out);
        tex(out, tree->kids[0], 1);
        fputs("\\\\ ", out);
        tree = tree->kids[2];
    }
    tex(out, tree, 1);
    fputs(" & \\text{otherwise}\\end{cases}", out);
}

/* Plain text inside a formula. */
static void plain_text(FILE *out, const char *text)
{
    fputs("\\text{", out);
    for (const char *s = text; *s != '\0'; s++)
        if (strchr("#$%&_{}", *s) != NULL)
            fprintf(out, "\\%c", *s);
        else if (strchr("^~\\", *s) != NULL)
            fprintf(out, "\\char%d{}", *s);
        else
            fputc(*s, out);
    fputc('}', out);
}

static void word_or_name(FILE *out, const struct sp_expr *tree)
{
    if (tree->slot < SP_SLOT_TEXT_VALUE || tree->slot >= SP_SLOT_OTHER) {
        sp_print_latex_name(out, tree->name);
        return;
    }
    plain_text(out, tree->name);
}

static void inner(FILE *out, const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_NUMBER:
        number(out, tree->number);
        break;
    case SP_NAME:
        word_or_name(out, tree);
        break;
    case SP_NEGATE:
        fputc('-', out);
        tex(out, tree->kids[0], 5);
        break;
    case SP_DIVIDE:
        fputs("\\frac{", out);
        tex(out, tree->kids[0], 0);
        fputs("}{", out);
        tex(out, tree->kids[1], 0);
        fputc('}', out);
        break;
    case SP_POWER:
        power(out, tree);
        break;
    case SP_CALL:
        call(out, tree);
        break;
    case SP_ITEM:
        sp_print_latex_name(out, tree->name);
        fputs("_{", out);
        tex(out, tree->kids[0], 0);
        fputc('}', out);
        break;
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
    case SP_LEAST:
    case SP_WHERE:
        reduction(out, tree);
        break;
    case SP_EACH:
        fputs("\\left(", out);
        tex(out, tree->kids[1], 5);
        fprintf(out, "\\right)_{0\\le %s<", tree->name);
        tex(out, tree->kids[0], 4);
        fputc('}', out);
        break;
    case SP_CHOOSE:
        choice(out, tree);
        break;
    default:
        infix(out, tree);
    }
}

static void tex(FILE *out, const struct sp_expr *tree, int least)
{
    int parentheses = rank_of(tree) < least;
    fputs(parentheses ? "\\left(" : "", out);
    inner(out, tree);
    fputs(parentheses ? "\\right)" : "", out);
}

void sp_print_latex_expr(FILE *out, const struct sp_bound *bound, const struct sp_expr *tree)
{
    (void)bound;
    tex(out, tree, 0);
}

/* One equation a line: the value, then what its letters stand for. */
void sp_print_latex(FILE *out, const struct sp_bound *bound)
{
    fputs("\\[\\begin{aligned}\n", out);
    if (*bound->refusal != '\0') {
        fputs("&\\text{no value: }", out);
        plain_text(out, bound->refusal);
    }
    for (size_t i = 0; i < bound->n_values; i++) {
        fputs(i ? "\\\\ &" : "&", out);
        tex(out, bound->values[i], 0);
    }
    for (size_t i = 0; i < bound->n_lets; i++) {
        fputs(i == 0 ? "\\\\\n&\\text{with } " : i % 2 == 0 ? ",\\\\\n&" : ",\\quad ", out);
        sp_print_latex_name(out, bound->lets[i].name);
        fputs(" = ", out);
        tex(out, bound->lets[i].tree, 0);
    }
    int n = 0;
    for (size_t i = 0; i < bound->n_conditions; i++) {
        if (bound->conditions[i].is_check)
            continue;
        fputs(n == 0 ? "\\\\\n&\\text{if } " : n % 5 == 0 ? ",\\\\\n&" : ",\\; ", out);
        tex(out, bound->conditions[i].tree, 0);
        n++;
    }
    fputs("\n\\end{aligned}\\]\n", out);
}
