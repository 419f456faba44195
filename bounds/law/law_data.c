/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/law_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/number.h"

#define LONGEST_LINE 65536

struct data {
    const char *file, *column;
    long place; /* of the column, from 0; -1: not found yet */
    size_t n, room;
    fmpq *values;
};

/* The field at `place`, cut out of the line; NULL: the line is shorter. */
static char *field(char *line, long place)
{
    for (; place > 0; place--) {
        line += strcspn(line, ",;\t");
        if (*line == '\0')
            return NULL;
        line++;
    }
    line[strcspn(line, ",;\t\r\n")] = '\0';
    line += strspn(line, " \"");
    line[strcspn(line, "\"")] = '\0';
    for (size_t end = strlen(line); end > 0 && line[end - 1] == ' '; end--)
        line[end - 1] = '\0';
    return line;
}

static enum sp_status find_column(struct data *d, const char *line, struct sp_error *err)
{
    char copy[LONGEST_LINE];
    for (long i = 0;; i++) {
        snprintf(copy, sizeof copy, "%s", line);
        const char *name = field(copy, i);
        if (name == NULL)
            return sp_fail(err, SP_INPUT, "%s:1: there is no column '%.60s'", d->file, d->column);
        if (strcmp(name, d->column) == 0) {
            d->place = i;
            return SP_OK;
        }
    }
}

static fmpq *next_value(struct data *d)
{
    if (d->n == d->room) {
        size_t room = 2 * d->room + 64;
        fmpq *more = realloc(d->values, room * sizeof *more);
        if (more == NULL)
            return NULL;
        d->values = more;
        d->room = room;
    }
    fmpq_init(&d->values[d->n]);
    return &d->values[d->n++];
}

static enum sp_status add(struct data *d, char *line, size_t number, struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_dimension dimension;
    const char *text = field(line, d->place);
    fmpq *value = next_value(d);
    if (value == NULL)
        return sp_fail_memory(err);
    if (text == NULL || *text == '\0')
        return sp_fail(err, SP_INPUT, "%s:%zu: column %ld is missing", d->file, number,
                       d->place + 1);
    if (sp_number_read(value, &dimension, text, &why) != SP_OK)
        return sp_fail(err, SP_INPUT, "%s:%zu: '%.60s': expected a time: %.600s", d->file, number,
                       text, why.text);
    if (fmpq_sgn(value) <= 0)
        return sp_fail(err, SP_INPUT, "%s:%zu: '%.60s': a time must be positive", d->file, number,
                       text);
    return SP_OK;
}

static enum sp_status read_lines(struct data *d, FILE *in, struct sp_error *err)
{
    static char line[LONGEST_LINE];
    enum sp_status status = SP_OK;
    for (size_t number = 1; status == SP_OK && fgets(line, sizeof line, in); number++) {
        if (strchr(line, '\n') == NULL && !feof(in))
            return sp_fail(err, SP_INPUT, "%s:%zu: the line is too long", d->file, number);
        if (line[strspn(line, " \t\r\n")] == '\0' || line[0] == '#')
            continue;
        if (d->place < 0)
            status = find_column(d, line, err);
        else
            status = add(d, line, number, err);
    }
    if (status == SP_OK && d->n == 0)
        return sp_fail(err, SP_INPUT, "%s: there are no times in it", d->file);
    return status;
}

static int by_size(const void *a, const void *b)
{
    return fmpq_cmp(a, b);
}

enum sp_status sp_law_data_read(fmpq **values, size_t *n, const char *place, struct sp_error *err)
{
    char file[4096];
    struct data d = {.file = file};
    snprintf(file, sizeof file, "%s", place);
    char *colon = strrchr(file, ':');
    if (colon) {
        *colon = '\0';
        d.column = colon + 1;
        char *end;
        long number = strtol(d.column, &end, 10);
        d.place = *end == '\0' && number >= 1 ? number - 1 : -1;
    }
    FILE *in = fopen(file, "r");
    if (in == NULL)
        return sp_fail(err, SP_INPUT, "%s: %s", file, strerror(errno));
    enum sp_status status = read_lines(&d, in, err);
    fclose(in);
    qsort(d.values, d.n, sizeof *d.values, by_size);
    *values = d.values;
    *n = d.n;
    return status;
}
