/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_PROBLEM_DATASET_H
#define SP_PROBLEM_DATASET_H

#include <stddef.h>

#include "bounds/base/error.h"
#include "runs/problem/problem.h"

/* Samples with two classes: row i of `rows` is y_i * (features of sample i, 1), where y_i is +1 or
 * -1 by the class, and the 1 is the intercept. A linear classifier needs no more than that. */
struct sp_dataset {
    size_t n;              /* samples */
    size_t width;          /* features, the intercept included */
    size_t positives;      /* samples with y = +1 */
    double *rows;          /* n * width */
    unsigned char *labels; /* of all classes; then rows are not negated. NULL: two classes */
};

#define SP_FASHION_FOLDER "/usr/share/datasets/fashion-mnist"
#define SP_FASHION_PACKAGE "dataset-fashion-mnist"

/* The first `most` training samples (0: all) of class `plus` (y = +1) and class `minus` (y = -1;
 * SP_ANY_CLASS: all others) of Fashion-MNIST, or of any data in that format, from `folder`; pixels
 * are scaled to [0, 1]. SP_INPUT: files missing (says what to install), damaged, or not matching
 * each other; SP_USAGE: a class that is not there. */
enum sp_status sp_dataset_fashion(struct sp_dataset *data, const char *folder, int plus, int minus,
                                  size_t most, struct sp_error *err);
/* The first `most` training samples (0: all) of all ten classes, with labels 0 to 9. */
enum sp_status sp_dataset_fashion_all(struct sp_dataset *data, const char *folder, size_t most,
                                      struct sp_error *err);
void sp_dataset_clear(struct sp_dataset *data);

#endif
