/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_LEX_H
#define SP_FORMULA_LEX_H

#include "bounds/base/error.h"
#include "bounds/formula/expr.h"

enum sp_token_kind { SP_TOKEN_END, SP_TOKEN_NUMBER, SP_TOKEN_NAME, SP_TOKEN_SIGN };

struct sp_token {
    enum sp_token_kind kind;
    const char *start;
    size_t length;
    int line, column;
};

struct sp_lexer {
    const char *next;
    struct sp_place place; /* of `next` */
    struct sp_token token; /* the current one */
    fmpq_t number;         /* of a number token */
    enum sp_dimension dimension;
    struct sp_error *err;
};

/* Reads the first token. sp_lexer_clear frees. */
enum sp_status sp_lexer_start(struct sp_lexer *lexer, const char *text, struct sp_place place,
                              struct sp_error *err);
enum sp_status sp_lexer_advance(struct sp_lexer *lexer);
void sp_lexer_clear(struct sp_lexer *lexer);

/* Whether the current token is this sign or word. */
int sp_lexer_is(const struct sp_lexer *lexer, const char *text);

/* Reports "file:line:column: found X, expected Y". */
enum sp_status sp_lexer_expected(struct sp_lexer *lexer, const char *expected);

#endif
