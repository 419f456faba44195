/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runs/problem/dataset.h"
#include "runs/problem/idx.h"

static enum sp_status read_part(struct sp_idx *idx, const char *folder, const char *name,
                                uint32_t magic, struct sp_error *err)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return sp_fail(err, SP_USAGE, "data: the path is too long");
    if (access(path, F_OK) != 0 && strcmp(folder, SP_FASHION_FOLDER) == 0)
        return sp_fail(err, SP_INPUT, "%s: not there; install the data set: apt-get install %s",
                       path, SP_FASHION_PACKAGE);
    return sp_idx_read(idx, path, magic, err);
}

static int is_wanted(uint8_t label, int plus, int minus)
{
    return label == plus || minus == SP_ANY_CLASS || label == minus;
}

static size_t count_wanted(const struct sp_idx *labels, int plus, int minus, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < labels->bytes && (most == 0 || n < most); i++)
        n += (size_t)is_wanted(labels->data[i], plus, minus);
    return n;
}

/* y times the pixels and the intercept. */
static void fill_row(double *row, const uint8_t *pixels, size_t n, double y)
{
    for (size_t k = 0; k < n; k++)
        row[k] = y * (pixels[k] / 255.0);
    row[n] = y;
}

static enum sp_status fill(struct sp_dataset *data, const struct sp_idx *images,
                           const struct sp_idx *labels, int plus, int minus, struct sp_error *err)
{
    size_t pixels = images->bytes / images->size[0];
    data->width = pixels + 1;
    data->rows = malloc(data->n * data->width * sizeof *data->rows);
    if (data->rows == NULL)
        return sp_fail_memory(err);
    for (size_t i = 0, row = 0; row < data->n; i++) {
        if (!is_wanted(labels->data[i], plus, minus))
            continue;
        int positive = labels->data[i] == plus;
        data->positives += (size_t)positive;
        fill_row(data->rows + row * data->width, images->data + i * pixels, pixels,
                 positive ? 1.0 : -1.0);
        row++;
    }
    if (data->positives > 0 && data->positives < data->n)
        return SP_OK;
    return sp_fail(err, SP_USAGE, "classes: no sample of class %d among the %zu taken",
                   data->positives == 0 ? plus : minus, data->n);
}

static enum sp_status check_labels(const struct sp_idx *images, const struct sp_idx *labels,
                                   const char *folder, struct sp_error *err)
{
    if (images->size[0] != labels->size[0])
        return sp_fail(err, SP_INPUT, "%s: %u images but %u labels", folder, images->size[0],
                       labels->size[0]);
    for (size_t i = 0; i < labels->bytes; i++)
        if (labels->data[i] > 9)
            return sp_fail(err, SP_INPUT,
                           "%s/train-labels-idx1-ubyte.gz: byte %zu: label %u, expected 0 to 9",
                           folder, i + 8, labels->data[i]);
    return SP_OK;
}

static enum sp_status read_both(struct sp_idx *images, struct sp_idx *labels, const char *folder,
                                struct sp_error *err)
{
    enum sp_status status =
        read_part(labels, folder, "train-labels-idx1-ubyte.gz", SP_IDX_LABELS, err);
    if (status == SP_OK)
        status = read_part(images, folder, "train-images-idx3-ubyte.gz", SP_IDX_IMAGES, err);
    return status == SP_OK ? check_labels(images, labels, folder, err) : status;
}

static enum sp_status fill_all(struct sp_dataset *data, const struct sp_idx *images,
                               const struct sp_idx *labels, struct sp_error *err)
{
    size_t pixels = images->bytes / images->size[0];
    data->width = pixels + 1;
    data->rows = malloc(data->n * data->width * sizeof *data->rows);
    data->labels = malloc(data->n);
    if (data->rows == NULL || data->labels == NULL)
        return sp_fail_memory(err);
    memcpy(data->labels, labels->data, data->n);
    for (size_t i = 0; i < data->n; i++)
        fill_row(data->rows + i * data->width, images->data + i * pixels, pixels, 1);
    return SP_OK;
}

enum sp_status sp_dataset_fashion(struct sp_dataset *data, const char *folder, int plus, int minus,
                                  size_t most, struct sp_error *err)
{
    struct sp_idx images = {0}, labels = {0};
    memset(data, 0, sizeof *data);
    enum sp_status status = read_both(&images, &labels, folder, err);
    if (status == SP_OK) {
        data->n = count_wanted(&labels, plus, minus, most);
        status = data->n > 0 ? fill(data, &images, &labels, plus, minus, err)
                             : sp_fail(err, SP_USAGE, "classes: no sample has them");
    }
    if (status != SP_OK)
        sp_dataset_clear(data);
    sp_idx_clear(&images);
    sp_idx_clear(&labels);
    return status;
}

enum sp_status sp_dataset_fashion_all(struct sp_dataset *data, const char *folder, size_t most,
                                      struct sp_error *err)
{
    struct sp_idx images = {0}, labels = {0};
    memset(data, 0, sizeof *data);
    enum sp_status status = read_both(&images, &labels, folder, err);
    if (status == SP_OK) {
        data->n = most > 0 && most < labels.bytes ? most : labels.bytes;
        status = fill_all(data, &images, &labels, err);
    }
    if (status != SP_OK)
        sp_dataset_clear(data);
    sp_idx_clear(&images);
    sp_idx_clear(&labels);
    return status;
}

void sp_dataset_clear(struct sp_dataset *data)
{
    free(data->rows);
    free(data->labels);
    memset(data, 0, sizeof *data);
}
