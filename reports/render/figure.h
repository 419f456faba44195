/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_FIGURE_H
#define SP_REPORT_FIGURE_H

#include <jansson.h>

#include "bounds/base/error.h"

/* A curve of the report's JSON: "label", and "points", an array of [x, y] or [x, low, y, high]. */
enum sp_curve_kind { SP_CURVE_MEASURED, SP_CURVE_BOUND };

struct sp_figure {
    const char *path;    /* the PDF to write; the script is kept beside it as .gp */
    const char *x_label;
    const char *y_label;
    const char *extra;   /* gnuplot settings, one a line, or "" */
    const json_t *curves; /* array: {"label", "kind": "measured"|"bound", "colour": n, "points"} */
};

/* Draws with gnuplot. A curve without a point is left out; no curve at all is an error,
 * for an empty plot would look like a result. */
enum sp_status sp_figure_draw(const struct sp_figure *figure, struct sp_error *err);

#endif
