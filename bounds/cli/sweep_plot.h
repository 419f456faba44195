/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_SWEEP_PLOT_H
#define SP_CLI_SWEEP_PLOT_H

#include <stddef.h>

#include "bounds/base/error.h"

/* A table over one or two variables as a figure: curves over the first, one for each value of the
 * second; a map when there are more of those than one can tell apart. */
struct sp_sweep_axis {
    const char *name, *text; /* text: "learning rate [1/s]" */
    size_t n;
    const double *at;
    int is_log;
};

struct sp_sweep_plot {
    const char *title, *standing, *quantity; /* plain text */
    size_t n_axes;
    struct sp_sweep_axis axes[2];
    const double *values; /* the second variable runs fastest; NaN: refused */
};

/* SP_USAGE unless the path ends in .png, .pdf or .svg. */
enum sp_status sp_sweep_plot_check(const char *path, struct sp_error *err);

/* Draws it with gnuplot (SP_USAGE: there is none). The file appears whole or not at all. SP_FALSE:
 * every value is refused. */
enum sp_status sp_sweep_plot(const struct sp_sweep_plot *plot, const char *path,
                             struct sp_error *err);

#endif
