/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/problem/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs/problem/lines.h"

struct reading {
    struct sp_lines lines;
    struct sp_table *table;
    size_t room; /* rows */
    struct sp_error *err;
};

static enum sp_status fault(const struct reading *r, size_t column, const char *what)
{
    return sp_fail(r->err, SP_INPUT, "%s:%zu:%zu: %s", r->lines.path, r->lines.number, column,
                   what);
}

static size_t column_of(const struct reading *r, const char *at)
{
    return (size_t)(at - r->lines.text) + 1;
}

/* A finite number at *at; moves behind it. */
static enum sp_status read_number(const struct reading *r, char **at, double *value)
{
    char *end;
    *value = strtod(*at, &end);
    if (end == *at)
        return fault(r, column_of(r, *at), "a number is expected");
    if (!isfinite(*value))
        return fault(r, column_of(r, *at), "not a finite number");
    *at = end;
    return SP_OK;
}

static enum sp_status make_room(struct reading *r)
{
    struct sp_table *t = r->table;
    if (t->rows < r->room)
        return SP_OK;
    size_t room = 2 * r->room + 64;
    if (room > SP_TABLE_CELLS / (t->width + 1))
        return fault(r, 1, "too many rows");
    double *values = realloc(t->values, room * (t->width + 1) * sizeof *values);
    if (values == NULL)
        return sp_fail_memory(r->err);
    t->values = values;
    double *labels = realloc(t->labels, room * sizeof *labels);
    if (labels == NULL)
        return sp_fail_memory(r->err);
    t->labels = labels;
    r->room = room;
    return SP_OK;
}

static int is_separator(char c)
{
    return c == ',' || c == ';' || c == '\t';
}

static size_t count_columns(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++)
        n += (size_t)is_separator(*text);
    return n;
}

/* width values, then the label. */
static enum sp_status read_csv_row(struct reading *r)
{
    struct sp_table *t = r->table;
    char *at = r->lines.text;
    if (count_columns(at) != t->width + 1)
        return sp_fail(r->err, SP_INPUT, "%s:%zu: %zu columns, expected %zu", r->lines.path,
                       r->lines.number, count_columns(at), t->width + 1);
    for (size_t k = 0; k <= t->width; k++) {
        double *to = k < t->width ? &t->values[t->rows * t->width + k] : &t->labels[t->rows];
        enum sp_status status = read_number(r, &at, to);
        if (status != SP_OK)
            return status;
        at += strspn(at, " ");
        if (*at != '\0' && !is_separator(*at))
            return fault(r, column_of(r, at), "a separator is expected");
        at += *at != '\0';
    }
    t->rows++;
    return SP_OK;
}

/* The first line of a LIBSVM file says nothing of the width: rows are widened as they come. */
static enum sp_status widen(struct reading *r, size_t width)
{
    struct sp_table *t = r->table;
    if (width <= t->width)
        return SP_OK;
    if (r->room > SP_TABLE_CELLS / (width + 1))
        return fault(r, 1, "too many features");
    double *values = calloc(r->room * (width + 1), sizeof *values);
    if (values == NULL)
        return sp_fail_memory(r->err);
    /* The row that is being read is kept as well. */
    for (size_t i = 0; i <= t->rows && t->width > 0; i++)
        memcpy(values + i * width, t->values + i * t->width, t->width * sizeof *values);
    free(t->values);
    t->values = values;
    t->width = width;
    return SP_OK;
}

static enum sp_status read_pair(struct reading *r, char **at, size_t *last)
{
    char *start = *at, *end;
    unsigned long index = strtoul(*at, &end, 10);
    if (end == *at || *end != ':' || strchr("0123456789", **at) == NULL)
        return fault(r, column_of(r, start), "INDEX:VALUE is expected");
    if (index <= *last || index > SP_TABLE_CELLS)
        return fault(r, column_of(r, start), "indices count from 1 and increase");
    enum sp_status status = widen(r, index);
    double value = 0;
    *at = end + 1;
    if (status == SP_OK)
        status = read_number(r, at, &value);
    if (status != SP_OK)
        return status;
    r->table->values[r->table->rows * r->table->width + index - 1] = value;
    *last = index;
    return SP_OK;
}

static enum sp_status read_libsvm_row(struct reading *r)
{
    struct sp_table *t = r->table;
    char *at = r->lines.text;
    size_t last = 0;
    enum sp_status status = read_number(r, &at, &t->labels[t->rows]);
    if (t->width > 0)
        memset(t->values + t->rows * t->width, 0, t->width * sizeof *t->values);
    for (at += strspn(at, " \t"); status == SP_OK && *at != '\0'; at += strspn(at, " \t"))
        status = read_pair(r, &at, &last);
    if (status == SP_OK)
        t->rows++;
    return status;
}

/* Every column a number? A header line is not. */
static int is_data(const char *text)
{
    char *end;
    for (;;) {
        strtod(text, &end);
        if (end == text)
            return 0;
        end += strspn(end, " ");
        if (*end == '\0')
            return 1;
        if (!is_separator(*end))
            return 0;
        text = end + 1;
    }
}

static enum sp_status read_rows(struct reading *r)
{
    int more, is_libsvm = 0;
    enum sp_status status = sp_lines_next(&r->lines, &more, r->err);
    if (status == SP_OK && more) {
        is_libsvm = strchr(r->lines.text, ':') != NULL;
        if (!is_libsvm && !is_data(r->lines.text))
            status = sp_lines_next(&r->lines, &more, r->err);
        r->table->width = is_libsvm || !more ? 0 : count_columns(r->lines.text) - 1;
    }
    while (status == SP_OK && more) {
        status = make_room(r);
        if (status == SP_OK)
            status = is_libsvm ? read_libsvm_row(r) : read_csv_row(r);
        if (status == SP_OK)
            status = sp_lines_next(&r->lines, &more, r->err);
    }
    if (status == SP_OK && (r->table->rows == 0 || r->table->width == 0))
        status = sp_fail(r->err, SP_INPUT, "%s: no data", r->lines.path);
    return status;
}

enum sp_status sp_table_read(struct sp_table *table, const char *path, struct sp_error *err)
{
    struct reading r = {.table = table, .err = err};
    memset(table, 0, sizeof *table);
    enum sp_status status = sp_lines_open(&r.lines, path, err);
    if (status != SP_OK)
        return status;
    status = read_rows(&r);
    sp_lines_close(&r.lines);
    if (status != SP_OK)
        sp_table_clear(table);
    return status;
}

void sp_table_clear(struct sp_table *table)
{
    free(table->values);
    free(table->labels);
    memset(table, 0, sizeof *table);
}
