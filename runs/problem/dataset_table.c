/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs/problem/table.h"

/* Each column to [0, 1]; a constant one to 0. */
static void scale(struct sp_table *t)
{
    for (size_t k = 0; k < t->width; k++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < t->rows; i++) {
            least = fmin(least, t->values[i * t->width + k]);
            most = fmax(most, t->values[i * t->width + k]);
        }
        /* Halves first: the span of two large numbers may overflow. */
        double span = most / 2 - least / 2;
        for (size_t i = 0; i < t->rows; i++) {
            double *x = &t->values[i * t->width + k];
            *x = span > 0 ? fmin(1, (*x / 2 - least / 2) / span) : 0;
        }
    }
}

static int is_wanted(double label, int plus, int minus)
{
    return label == plus || minus == SP_ANY_CLASS || label == minus;
}

static size_t count_wanted(const struct sp_table *t, int plus, int minus, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < t->rows && (most == 0 || n < most); i++)
        n += (size_t)is_wanted(t->labels[i], plus, minus);
    return n;
}

static void fill(struct sp_dataset *data, const struct sp_table *t, int plus, int minus)
{
    for (size_t i = 0, row = 0; row < data->n; i++) {
        if (!is_wanted(t->labels[i], plus, minus))
            continue;
        double y = t->labels[i] == plus ? 1 : -1, *to = data->rows + row++ * data->width;
        data->positives += y > 0;
        for (size_t k = 0; k < t->width; k++)
            to[k] = y * t->values[i * t->width + k];
        to[t->width] = y;
    }
}

enum sp_status sp_dataset_table(struct sp_dataset *data, const char *path, int plus, int minus,
                                size_t most, struct sp_error *err)
{
    struct sp_table table;
    memset(data, 0, sizeof *data);
    enum sp_status status = sp_table_read(&table, path, err);
    if (status != SP_OK)
        return status;
    data->n = count_wanted(&table, plus, minus, most);
    data->width = table.width + 1;
    data->rows = malloc((data->n * data->width + 1) * sizeof *data->rows);
    if (data->rows == NULL) {
        status = sp_fail_memory(err);
    } else {
        scale(&table);
        fill(data, &table, plus, minus);
        if (data->positives == 0 || data->positives == data->n)
            status = sp_fail(err, SP_USAGE,
                             "classes: %s: all of the %zu rows taken are of one class; choose plus "
                             "and minus (a label, or rest)",
                             path, data->n);
    }
    if (status != SP_OK)
        sp_dataset_clear(data);
    sp_table_clear(&table);
    return status;
}
