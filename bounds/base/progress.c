/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/base/progress.h"

#include <stdio.h>
#include <unistd.h>

#define SECONDS_BETWEEN_DRAWINGS 0.2

static double seconds_between(const struct timespec *a, const struct timespec *b)
{
    return (double)(b->tv_sec - a->tv_sec) + 1e-9 * (double)(b->tv_nsec - a->tv_nsec);
}

void sp_progress_start(struct sp_progress *bar, const char *what, double total)
{
    bar->what = what;
    bar->total = total;
    bar->visible = isatty(STDERR_FILENO);
    clock_gettime(CLOCK_MONOTONIC, &bar->start);
    bar->shown = bar->start;
}

void sp_progress_update(struct sp_progress *bar, double done)
{
    if (!bar->visible)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_between(&bar->shown, &now) < SECONDS_BETWEEN_DRAWINGS)
        return;
    bar->shown = now;
    double elapsed = seconds_between(&bar->start, &now);
    double rate = done / elapsed;
    fprintf(stderr, "\r\033[K%.3g %s, %.3g/s", done, bar->what, rate);
    if (bar->total > 0 && rate > 0)
        fprintf(stderr, ", %.0f %%, %.0f s left", 100 * done / bar->total,
                (bar->total - done) / rate);
    fflush(stderr);
}

void sp_progress_end(struct sp_progress *bar)
{
    if (bar->visible)
        fprintf(stderr, "\r\033[K");
    bar->visible = 0;
}
