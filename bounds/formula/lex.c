/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/lex.h"

#include <string.h>

#include "bounds/formula/ascii.h"

static const char *const two_char_signs[] = {"<=", ">=", "==", "!=", "&&", "||", NULL};

static void skip_blanks(struct sp_lexer *lexer)
{
    for (; sp_is_blank(*lexer->next) || *lexer->next == '\n'; lexer->next++) {
        if (*lexer->next == '\n') {
            lexer->place.line++;
            lexer->place.column = 1;
        } else {
            lexer->place.column++;
        }
    }
}

static size_t sign_length(const char *s)
{
    for (int i = 0; two_char_signs[i] != NULL; i++)
        if (strncmp(s, two_char_signs[i], 2) == 0)
            return 2;
    return strchr("+-*/^()[],?:<>=!", *s) != NULL ? 1 : 0;
}

static enum sp_status number_token(struct sp_lexer *lexer)
{
    struct sp_error why;
    struct sp_token *token = &lexer->token;
    token->kind = SP_TOKEN_NUMBER;
    if (sp_number_scan(lexer->number, &lexer->dimension, &token->length, token->start, &why) ==
        SP_OK)
        return SP_OK;
    return sp_fail(lexer->err, why.status, "%s:%d:%d: %.600s", lexer->place.file, token->line,
                   token->column, why.text);
}

static enum sp_status name_or_sign(struct sp_lexer *lexer)
{
    struct sp_token *token = &lexer->token;
    if (sp_is_letter(*token->start)) {
        token->kind = SP_TOKEN_NAME;
        while (sp_is_name(token->start[token->length]))
            token->length++;
        return SP_OK;
    }
    token->kind = SP_TOKEN_SIGN;
    token->length = sign_length(token->start);
    if (token->length > 0)
        return SP_OK;
    return sp_fail(lexer->err, SP_USAGE, "%s:%d:%d: character 0x%02x does not belong here",
                   lexer->place.file, token->line, token->column, (unsigned char)*token->start);
}

enum sp_status sp_lexer_advance(struct sp_lexer *lexer)
{
    skip_blanks(lexer);
    struct sp_token *token = &lexer->token;
    *token =
        (struct sp_token){SP_TOKEN_END, lexer->next, 0, lexer->place.line, lexer->place.column};
    if (*token->start == '\0')
        return SP_OK;
    int point = token->start[0] == '.' && sp_is_digit(token->start[1], 10);
    enum sp_status status =
        point || sp_is_digit(*token->start, 10) ? number_token(lexer) : name_or_sign(lexer);
    lexer->next += token->length;
    lexer->place.column += (int)token->length;
    return status;
}

enum sp_status sp_lexer_start(struct sp_lexer *lexer, const char *text, struct sp_place place,
                              struct sp_error *err)
{
    memset(lexer, 0, sizeof *lexer);
    fmpq_init(lexer->number);
    lexer->next = text;
    lexer->place = place;
    lexer->err = err;
    return sp_lexer_advance(lexer);
}

void sp_lexer_clear(struct sp_lexer *lexer)
{
    fmpq_clear(lexer->number);
}

int sp_lexer_is(const struct sp_lexer *lexer, const char *text)
{
    const struct sp_token *token = &lexer->token;
    return (token->kind == SP_TOKEN_NAME || token->kind == SP_TOKEN_SIGN) &&
           strlen(text) == token->length && strncmp(text, token->start, token->length) == 0;
}

enum sp_status sp_lexer_expected(struct sp_lexer *lexer, const char *expected)
{
    const struct sp_token *token = &lexer->token;
    int length = token->length < 40 ? (int)token->length : 40;
    if (token->kind == SP_TOKEN_END)
        return sp_fail(lexer->err, SP_USAGE, "%s:%d:%d: the text ends, expected %s",
                       lexer->place.file, token->line, token->column, expected);
    return sp_fail(lexer->err, SP_USAGE, "%s:%d:%d: found '%.*s', expected %s", lexer->place.file,
                   token->line, token->column, length, token->start, expected);
}
