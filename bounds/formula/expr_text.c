/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How tightly an operation binds, and its sign. A kid that binds less tightly gets parentheses. */
static const struct {
    int rank;
    const char *sign;
} style[] = {
    [SP_NUMBER] = {9, ""},         [SP_NAME] = {9, ""},          [SP_NEGATE] = {6, "-"},
    [SP_ADD] = {4, " + "},         [SP_SUBTRACT] = {4, " - "},   [SP_MULTIPLY] = {5, "*"},
    [SP_DIVIDE] = {5, "/"},        [SP_POWER] = {7, "^"},        [SP_CALL] = {9, ""},
    [SP_ITEM] = {9, ""},           [SP_SUM] = {9, "sum"},        [SP_PRODUCT] = {9, "prod"},
    [SP_LARGEST] = {9, "largest"}, [SP_LEAST] = {9, "smallest"}, [SP_WHERE] = {9, "where_smallest"},
    [SP_EACH] = {9, "each"},       [SP_LT] = {3, " < "},         [SP_LE] = {3, " <= "},
    [SP_GT] = {3, " > "},          [SP_GE] = {3, " >= "},        [SP_EQ] = {3, " == "},
    [SP_NE] = {3, " != "},         [SP_AND] = {2, " and "},      [SP_OR] = {1, " or "},
    [SP_CHOOSE] = {0, " ? "},
};

static void print(FILE *out, const struct sp_expr *tree, int least_rank);

static void print_list(FILE *out, const struct sp_expr *tree, const char *first)
{
    fputc('(', out);
    fputs(first, out);
    for (size_t i = 0; i < tree->n_kids; i++) {
        if (i > 0 || *first != '\0')
            fputs(", ", out);
        print(out, tree->kids[i], 0);
    }
    fputc(')', out);
}

static void print_number(FILE *out, const struct sp_expr *tree)
{
    char *text = fmpq_get_str(NULL, 10, tree->number);
    fputs(text, out);
    flint_free(text);
}

/* A number such as 1/2 reads like a division. */
static int rank_of(const struct sp_expr *tree)
{
    if (tree->op == SP_NUMBER && !fmpz_is_one(fmpq_denref(tree->number)))
        return style[SP_DIVIDE].rank;
    return style[tree->op].rank;
}

static void print_infix(FILE *out, const struct sp_expr *tree)
{
    int rank = style[tree->op].rank;
    int right_strict = tree->op == SP_SUBTRACT || tree->op == SP_DIVIDE || rank == 3;
    int left_strict = tree->op == SP_POWER || rank == 3;
    print(out, tree->kids[0], rank + left_strict);
    fputs(style[tree->op].sign, out);
    print(out, tree->kids[1], tree->op == SP_POWER ? 6 : rank + right_strict);
}

static void print_inner(FILE *out, const struct sp_expr *tree)
{
    switch (tree->op) {
    case SP_NUMBER:
        print_number(out, tree);
        break;
    case SP_NAME:
        fputs(tree->name, out);
        break;
    case SP_NEGATE:
        fputc('-', out);
        print(out, tree->kids[0], 6);
        break;
    case SP_CALL:
        fputs(tree->name, out);
        print_list(out, tree, "");
        break;
    case SP_ITEM:
        fprintf(out, "%s[", tree->name);
        print(out, tree->kids[0], 0);
        fputc(']', out);
        break;
    case SP_SUM:
    case SP_PRODUCT:
    case SP_LARGEST:
    case SP_LEAST:
    case SP_WHERE:
    case SP_EACH:
        fputs(style[tree->op].sign, out);
        print_list(out, tree, tree->name);
        break;
    case SP_CHOOSE:
        print(out, tree->kids[0], 1);
        fputs(" ? ", out);
        print(out, tree->kids[1], 0);
        fputs(" : ", out);
        print(out, tree->kids[2], 0);
        break;
    default:
        print_infix(out, tree);
    }
}

static void print(FILE *out, const struct sp_expr *tree, int least_rank)
{
    int parentheses = rank_of(tree) < least_rank;
    if (parentheses)
        fputc('(', out);
    print_inner(out, tree);
    if (parentheses)
        fputc(')', out);
}

char *sp_expr_text(const struct sp_expr *tree)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    print(out, tree, 0);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
