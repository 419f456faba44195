/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/trace_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/number.h"

struct reader {
    const char *path, *column;
    long line, column_index; /* from 0; -1 before the head line */
    size_t n;
    FILE *out;
    struct sp_error *err;
};

static enum sp_status add(struct reader *r, const char *word)
{
    fmpq_t value;
    enum sp_dimension dimension;
    fmpq_init(value);
    enum sp_status status = sp_number_read(value, &dimension, word, NULL);
    fmpq_clear(value);
    if (status != SP_OK)
        return sp_fail(r->err, SP_INPUT, "%s:%ld: '%.40s' is not a number", r->path, r->line, word);
    if (++r->n > SP_TRACE_NUMBERS)
        return sp_fail(r->err, SP_INPUT, "%s: more than %d numbers", r->path, SP_TRACE_NUMBERS);
    fprintf(r->out, "%s%s", r->n > 1 ? "," : "", word);
    return SP_OK;
}

static enum sp_status read_words(struct reader *r, char *line)
{
    enum sp_status status = SP_OK;
    line[strcspn(line, "#")] = '\0';
    for (char *rest = NULL, *word = strtok_r(line, ", \t\r\n", &rest); status == SP_OK && word;
         word = strtok_r(NULL, ", \t\r\n", &rest))
        status = add(r, word);
    return status;
}

/* The field of a line of CSV (no quotes inside numbers); NULL if the line is too short. */
static char *field(char *line, long index)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (; index > 0 && line; index--) {
        line = strchr(line, ',');
        line = line ? line + 1 : NULL;
    }
    if (line)
        line[strcspn(line, ",")] = '\0';
    return line;
}

static enum sp_status read_head(struct reader *r, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    long index = 0;
    for (char *name = line; name; index++) {
        char *comma = strchr(name, ',');
        if (comma)
            *comma = '\0';
        if (strcmp(name, r->column) == 0) {
            r->column_index = index;
            return SP_OK;
        }
        name = comma ? comma + 1 : NULL;
    }
    return sp_fail(r->err, SP_INPUT, "%s:1: there is no column '%s'", r->path, r->column);
}

static enum sp_status read_line(struct reader *r, char *line)
{
    if (!r->column)
        return read_words(r, line);
    if (r->column_index < 0)
        return read_head(r, line);
    if (line[strspn(line, " \t\r\n")] == '\0')
        return SP_OK;
    const char *word = field(line, r->column_index);
    if (!word)
        return sp_fail(r->err, SP_INPUT, "%s:%ld: there is no column '%s' here", r->path, r->line,
                       r->column);
    return add(r, word);
}

static enum sp_status read_all(struct reader *r)
{
    char *line = NULL;
    size_t room = 0;
    enum sp_status status = SP_OK;
    FILE *in = fopen(r->path, "r");
    if (!in)
        return sp_fail(r->err, SP_INPUT, "%s: %s", r->path, strerror(errno));
    errno = 0;
    while (status == SP_OK && getline(&line, &room, in) >= 0) {
        r->line++;
        status = read_line(r, line);
    }
    if (status == SP_OK && ferror(in))
        status = sp_fail(r->err, SP_INPUT, "%s: %s", r->path, strerror(errno));
    free(line);
    fclose(in);
    if (status == SP_OK && r->n == 0)
        status = sp_fail(r->err, SP_INPUT, "%s: there are no numbers", r->path);
    return status;
}

enum sp_status sp_trace_list(char **list, const char *source, struct sp_error *err)
{
    char *path = strdup(source), *text = NULL;
    size_t size = 0;
    struct reader r = {.path = path, .column_index = -1, .err = err};
    if (!path)
        return sp_fail_memory(err);
    char *colon = strrchr(path, ':');
    if (colon && colon[1] && !strchr(colon, '/')) {
        *colon = '\0';
        r.column = colon + 1;
    }
    r.out = open_memstream(&text, &size);
    enum sp_status status = r.out ? read_all(&r) : sp_fail_memory(err);
    if (r.out && fclose(r.out) != 0 && status == SP_OK)
        status = sp_fail_memory(err);
    free(path);
    if (status == SP_OK)
        *list = text;
    else
        free(text);
    return status;
}
