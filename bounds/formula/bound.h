/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_BOUND_H
#define SP_FORMULA_BOUND_H

#include <stddef.h>

#include "bounds/base/error.h"
#include "bounds/formula/expr.h"

/* A formula file (.bound), one keyword a line; a line that starts with a blank continues the one
 * before, # starts a comment:
 *
 *   bound    NAME                        first
 *   title    text        cite text       gives text
 *   status   model | published           `proved` is not written: it follows from the theorem
 *   theorem  NAME_guarantee              default; another name of proofs/coq/Registry.v
 *   kernel   NAME                        the value is this compressor's constant: kernel.h
 *   refuted  text                        a counterexample: never used, shown by `audit`
 *   real     NAME text [unit]
 *   nat      NAME text [unit]
 *   text     NAME value value : text     with "..." as last value: other texts are taken too
 *   list     NAME text [unit]            numbers
 *   table    NAME text [unit]            rows of numbers, all of one length
 *   default  NAME = expression           used when the argument is not given
 *   unproved NAME text                   its default follows from no theorem, but from `text`
 *   let      NAME = expression
 *   value    expression                  once, or several times: the result is a list; each(i, n,
 *                                        term) is a list too; a condition gives true or false
 *   refuse   text                        there is no value, and why
 *   need     condition                   a hypothesis; decided exactly, else refused
 *   check    condition                   on inputs that the theorem does not use; tested when
 *                                        all its names are given
 */
enum sp_kind { SP_REAL, SP_NAT, SP_TEXT, SP_LIST, SP_TABLE };

enum sp_standing {
    SP_MODEL,     /* evaluated, no theorem behind it */
    SP_PUBLISHED, /* the literature's number, for comparison only */
    SP_PROVED,    /* a theorem of the Coq registry states it */
    SP_CONDITIONAL /* of one evaluation: proved for given inputs, whose values are not: backing.h */
};

struct sp_parameter {
    enum sp_kind kind;
    char *name, *text, *unit; /* unit "" if none */
    size_t n_words;           /* of a text: its values */
    char **words;
    int is_open;              /* other texts are taken too, and equal none of the values */
    struct sp_expr *fallback; /* default, or NULL */
    char *unproved;           /* what the default follows from if no theorem; or NULL */
    int in_theorem;           /* occurs in value, let or need: an argument of the Coq statement */
};

struct sp_let {
    char *name;
    struct sp_expr *tree;
};

struct sp_condition_text {
    char *text; /* as written */
    struct sp_expr *tree;
    int is_check;
};

struct sp_bound {
    char *name, *title, *cite, *gives, *theorem, *refuted, *refusal, *kernel; /* absent: "" */
    enum sp_standing standing;
    int is_truth; /* the value is a condition: the result is true or false */
    int is_list;  /* several values, each(), or a trace: the result is a list */
    size_t n_parameters, n_lets, n_values, n_conditions;
    struct sp_parameter *parameters;
    struct sp_let *lets;
    struct sp_expr **values;
    struct sp_condition_text *conditions;
};

/* Reads a formula file from memory. `file` is its name in messages. Errors are SP_INPUT. */
enum sp_status sp_bound_read(struct sp_bound **bound, const char *text, const char *file,
                             struct sp_error *err);
/* The same from a path; at most SP_BOUND_BYTES. */
enum sp_status sp_bound_open(struct sp_bound **bound, const char *path, struct sp_error *err);
#define SP_BOUND_BYTES 1048576
/* The text of such a file; malloc'ed. */
enum sp_status sp_bound_text(char **result, const char *path, struct sp_error *err);

void sp_bound_free(struct sp_bound *bound);

/* Index of a parameter, or -1. */
int sp_bound_parameter(const struct sp_bound *bound, const char *name);
int sp_bound_let(const struct sp_bound *bound, const char *name);

/* "proved", "published", "model", "conditional". */
const char *sp_standing_text(enum sp_standing standing);
const char *sp_kind_text(enum sp_kind kind);

/* The theorem that would state it: the `theorem` line, or NAME_guarantee. The caller frees. */
char *sp_bound_theorem(const struct sp_bound *bound);

#endif
