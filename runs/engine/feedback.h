/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_FEEDBACK_H
#define SP_ENGINE_FEEDBACK_H

#include <stddef.h>
#include <stdint.h>

/* TopK compression with error feedback: what a learner does not send it keeps, and adds to its
 * next gradient. Residuals are in the unit of gradients. */
struct sp_feedback {
    size_t learners, n;
    double *residuals; /* learners * n */
    double *total;     /* sum of all gradients before compression: for the view identity */
    double *sent;
    size_t *index;
    int64_t *key;
};

struct sp_feedback *sp_feedback_new(size_t learners, size_t n); /* NULL: memory is short */
void sp_feedback_free(struct sp_feedback *f);

/* gradient := what learner i sends in its place. 0, or the negative code of *kernel. */
int sp_feedback_send(struct sp_feedback *f, double *gradient, uint32_t i, size_t top,
                     const char **kernel);

/* mean := (1/P) sum of the residuals. The model minus eta times it is the point x at which the
 * theorems on error feedback look, and |mean| is |x - v|/eta, which the constant B bounds. */
void sp_feedback_mean(const struct sp_feedback *f, double *mean);

/* |(w - eta mean) - (start - (eta/P) total)| relative to the larger of |w|, |start| and the norm of
 * (eta/P) total: 0 in real arithmetic for a run that applies every gradient once (elastic notes
 * 4.9). `start` NULL: zeros. `scratch`: n entries. */
double sp_feedback_drift(const struct sp_feedback *f, const double *w, const double *start,
                         double eta, double *scratch);

#endif
