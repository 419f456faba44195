/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BASE_PROGRESS_H
#define SP_BASE_PROGRESS_H

#include <time.h>

/* One line on standard error with share, rate and time left; silent unless it is a terminal. */
struct sp_progress {
    const char *what; /* "events", "updates", ... */
    double total;     /* 0 when unknown */
    struct timespec start, shown;
    int visible;
};

void sp_progress_start(struct sp_progress *bar, const char *what, double total);

/* Cheap enough for an inner loop when called every few thousand steps; draws at most 5 a second. */
void sp_progress_update(struct sp_progress *bar, double done);

/* Clears the line. */
void sp_progress_end(struct sp_progress *bar);

#endif
