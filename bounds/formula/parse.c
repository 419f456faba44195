/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive descent, one function a level of the grammar:
 *   choice  := either [ "?" choice ":" choice ]
 *   either  := both { "or" both }         both := compare { "and" compare }
 *   compare := sum [ < <= > >= == != sum ]
 *   sum     := product { + - product }    product := signed { * / signed }
 *   signed  := { - } power                power := primary [ "^" signed ]
 *   primary := number | name | name "(" choice, ... ")" | name "[" choice "]" | "(" choice ")"
 */
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/expr.h"
#include "bounds/formula/lex.h"

#define MAX_ARGUMENTS 16

struct parser {
    struct sp_lexer lexer;
    unsigned nesting; /* open levels: bounds the C stack */
    enum sp_status status;
};

static struct sp_expr *choice(struct parser *p);

static int ok(const struct parser *p)
{
    return p->status == SP_OK;
}

static void advance(struct parser *p)
{
    p->status = sp_lexer_advance(&p->lexer);
}

static struct sp_expr *expected(struct parser *p, const char *what)
{
    p->status = sp_lexer_expected(&p->lexer, what);
    return NULL;
}

/* Takes the sign `text` or reports that it was expected. */
static void take(struct parser *p, const char *text)
{
    if (sp_lexer_is(&p->lexer, text))
        advance(p);
    else
        expected(p, text);
}

/* A node at the place of `token`; takes the kids over, also on failure. */
static struct sp_expr *node(struct parser *p, enum sp_op op, const char *name, size_t n,
                            struct sp_expr *const *kids, const struct sp_token *token)
{
    struct sp_expr *tree = NULL;
    if (ok(p))
        tree = sp_expr_new(op, name, n, kids);
    else
        for (size_t i = 0; i < n; i++)
            sp_expr_free(kids[i]);
    if (tree == NULL && ok(p))
        p->status = sp_fail_memory(p->lexer.err);
    if (tree == NULL)
        return NULL;
    tree->line = token->line;
    tree->column = token->column;
    if (tree->depth <= SP_EXPR_DEPTH)
        return tree;
    sp_expr_free(tree);
    p->status = sp_fail(p->lexer.err, SP_USAGE, "%s:%d:%d: more than %u levels of nesting",
                        p->lexer.place.file, token->line, token->column, SP_EXPR_DEPTH);
    return NULL;
}

static struct sp_expr *node2(struct parser *p, enum sp_op op, struct sp_expr *a, struct sp_expr *b,
                             const struct sp_token *token)
{
    struct sp_expr *kids[2] = {a, b};
    if (a != NULL && b != NULL)
        return node(p, op, NULL, 2, kids, token);
    sp_expr_free(a);
    sp_expr_free(b);
    return NULL;
}

struct infix {
    const char *sign, *other; /* `other` is a second spelling */
    enum sp_op op;
};

static const struct infix *infix_here(const struct parser *p, const struct infix *table)
{
    for (; table->sign != NULL; table++)
        if (sp_lexer_is(&p->lexer, table->sign) ||
            (table->other && sp_lexer_is(&p->lexer, table->other)))
            return table;
    return NULL;
}

/* operand { sign operand }, to the left; `once` allows one sign only. */
static struct sp_expr *infix_level(struct parser *p, const struct infix *table, int once,
                                   struct sp_expr *(*operand)(struct parser *))
{
    struct sp_expr *left = operand(p);
    const struct infix *found;
    while (ok(p) && (found = infix_here(p, table)) != NULL) {
        struct sp_token token = p->lexer.token;
        advance(p);
        struct sp_expr *right = ok(p) ? operand(p) : NULL;
        left = node2(p, found->op, left, right, &token);
        if (once)
            break;
    }
    return left;
}

static struct sp_expr *number(struct parser *p)
{
    struct sp_token token = p->lexer.token;
    struct sp_expr *tree = node(p, SP_NUMBER, NULL, 0, NULL, &token);
    if (tree == NULL)
        return NULL;
    fmpq_set(tree->number, p->lexer.number);
    tree->dimension = p->lexer.dimension;
    advance(p);
    return tree;
}

static size_t arguments(struct parser *p, struct sp_expr **kids)
{
    size_t n = 0;
    advance(p);
    if (ok(p) && sp_lexer_is(&p->lexer, ")")) {
        advance(p);
        return 0;
    }
    while (ok(p)) {
        if (n == MAX_ARGUMENTS) {
            expected(p, "fewer arguments");
            break;
        }
        kids[n] = choice(p);
        n += kids[n] != NULL;
        if (!ok(p) || !sp_lexer_is(&p->lexer, ","))
            break;
        advance(p);
    }
    if (ok(p))
        take(p, ")");
    return n;
}

static const struct infix reductions[] = {
    {"sum", NULL, SP_SUM},        {"prod", NULL, SP_PRODUCT},         {"largest", NULL, SP_LARGEST},
    {"smallest", NULL, SP_LEAST}, {"where_smallest", NULL, SP_WHERE}, {"each", NULL, SP_EACH},
    {NULL, NULL, SP_SUM}};

/* sum(i, n, body) has the tree (sum i) n body. */
static struct sp_expr *reduction(struct parser *p, enum sp_op op, struct sp_expr **kids, size_t n,
                                 const struct sp_token *token)
{
    if (ok(p) && (n != 3 || kids[0]->op != SP_NAME))
        p->status = sp_fail(p->lexer.err, SP_USAGE,
                            "%s:%d:%d: '%.*s' needs (index name, count, term)", p->lexer.place.file,
                            token->line, token->column, (int)token->length, token->start);
    if (!ok(p))
        return node(p, op, NULL, n, kids, token);
    struct sp_expr *tree = node(p, op, kids[0]->name, 2, kids + 1, token);
    sp_expr_free(kids[0]);
    return tree;
}

static struct sp_expr *call(struct parser *p, const char *name, const struct sp_token *token)
{
    struct sp_expr *kids[MAX_ARGUMENTS];
    size_t n = arguments(p, kids);
    for (const struct infix *r = reductions; r->sign != NULL; r++)
        if (strcmp(name, r->sign) == 0)
            return reduction(p, r->op, kids, n, token);
    return node(p, SP_CALL, name, n, kids, token);
}

static struct sp_expr *item(struct parser *p, const char *name, const struct sp_token *token)
{
    advance(p);
    struct sp_expr *index = ok(p) ? choice(p) : NULL;
    if (ok(p))
        take(p, "]");
    return node(p, SP_ITEM, name, index != NULL, &index, token);
}

static struct sp_expr *named(struct parser *p)
{
    struct sp_token token = p->lexer.token;
    char *name = strndup(token.start, token.length);
    if (name == NULL) {
        p->status = sp_fail_memory(p->lexer.err);
        return NULL;
    }
    struct sp_expr *tree = NULL;
    advance(p);
    if (ok(p) && sp_lexer_is(&p->lexer, "("))
        tree = call(p, name, &token);
    else if (ok(p) && sp_lexer_is(&p->lexer, "["))
        tree = item(p, name, &token);
    else
        tree = node(p, SP_NAME, name, 0, NULL, &token);
    free(name);
    return tree;
}

static struct sp_expr *primary(struct parser *p)
{
    if (p->lexer.token.kind == SP_TOKEN_NUMBER)
        return number(p);
    if (p->lexer.token.kind == SP_TOKEN_NAME)
        return named(p);
    if (!sp_lexer_is(&p->lexer, "("))
        return expected(p, "a number, a name or '('");
    advance(p);
    struct sp_expr *inner = ok(p) ? choice(p) : NULL;
    if (ok(p))
        take(p, ")");
    if (ok(p))
        return inner;
    sp_expr_free(inner);
    return NULL;
}

static struct sp_expr *signed_power(struct parser *p);

static struct sp_expr *power(struct parser *p)
{
    struct sp_expr *base = primary(p);
    if (!ok(p) || !sp_lexer_is(&p->lexer, "^"))
        return base;
    struct sp_token token = p->lexer.token;
    advance(p);
    struct sp_expr *exponent = ok(p) ? signed_power(p) : NULL;
    return node2(p, SP_POWER, base, exponent, &token);
}

/* Counts a level; refuses when there are too many. */
static int enter(struct parser *p)
{
    if (p->nesting++ < SP_EXPR_DEPTH)
        return 1;
    const struct sp_token *token = &p->lexer.token;
    p->status = sp_fail(p->lexer.err, SP_USAGE, "%s:%d:%d: more than %u levels of nesting",
                        p->lexer.place.file, token->line, token->column, SP_EXPR_DEPTH);
    return 0;
}

static struct sp_expr *signed_power(struct parser *p)
{
    struct sp_expr *tree = NULL;
    struct sp_token token = p->lexer.token;
    if (!enter(p))
        return NULL;
    if (sp_lexer_is(&p->lexer, "-")) {
        advance(p);
        struct sp_expr *inner = ok(p) ? signed_power(p) : NULL;
        tree = inner ? node(p, SP_NEGATE, NULL, 1, &inner, &token) : NULL;
    } else {
        tree = power(p);
    }
    p->nesting--;
    return tree;
}

static struct sp_expr *product(struct parser *p)
{
    static const struct infix table[] = {
        {"*", NULL, SP_MULTIPLY}, {"/", NULL, SP_DIVIDE}, {NULL, NULL, SP_NUMBER}};
    return infix_level(p, table, 0, signed_power);
}

static struct sp_expr *sum(struct parser *p)
{
    static const struct infix table[] = {
        {"+", NULL, SP_ADD}, {"-", NULL, SP_SUBTRACT}, {NULL, NULL, SP_NUMBER}};
    return infix_level(p, table, 0, product);
}

static struct sp_expr *compare(struct parser *p)
{
    static const struct infix table[] = {
        {"<=", NULL, SP_LE}, {"<", NULL, SP_LT},  {">=", NULL, SP_GE},    {">", NULL, SP_GT},
        {"==", "=", SP_EQ},  {"!=", NULL, SP_NE}, {NULL, NULL, SP_NUMBER}};
    return infix_level(p, table, 1, sum);
}

static struct sp_expr *both(struct parser *p)
{
    static const struct infix table[] = {{"and", "&&", SP_AND}, {NULL, NULL, SP_NUMBER}};
    return infix_level(p, table, 0, compare);
}

static struct sp_expr *either(struct parser *p)
{
    static const struct infix table[] = {{"or", "||", SP_OR}, {NULL, NULL, SP_NUMBER}};
    return infix_level(p, table, 0, both);
}

static struct sp_expr *choice_of(struct parser *p, struct sp_expr *condition)
{
    struct sp_token token = p->lexer.token;
    struct sp_expr *kids[3] = {condition, NULL, NULL};
    advance(p);
    size_t n = 1;
    if (ok(p))
        kids[n] = choice(p);
    n += n == 1 && kids[1] != NULL;
    if (ok(p))
        take(p, ":");
    if (ok(p))
        kids[2] = choice(p);
    n += n == 2 && kids[2] != NULL;
    return node(p, SP_CHOOSE, NULL, n, kids, &token);
}

static struct sp_expr *choice(struct parser *p)
{
    if (!enter(p))
        return NULL;
    struct sp_expr *tree = either(p);
    if (ok(p) && sp_lexer_is(&p->lexer, "?"))
        tree = choice_of(p, tree);
    p->nesting--;
    return tree;
}

enum sp_status sp_expr_parse(struct sp_expr **tree, const char *text, struct sp_place place,
                             struct sp_error *err)
{
    if (strnlen(text, SP_EXPR_LENGTH + 1) > SP_EXPR_LENGTH)
        return sp_fail(err, SP_USAGE, "%s:%d:%d: expression longer than %u characters", place.file,
                       place.line, place.column, SP_EXPR_LENGTH);
    struct parser p = {.nesting = 0};
    p.status = sp_lexer_start(&p.lexer, text, place, err);
    struct sp_expr *result = ok(&p) ? choice(&p) : NULL;
    if (ok(&p) && p.lexer.token.kind != SP_TOKEN_END)
        expected(&p, "an operator or the end");
    sp_lexer_clear(&p.lexer);
    if (ok(&p))
        *tree = result;
    else
        sp_expr_free(result);
    return p.status;
}
