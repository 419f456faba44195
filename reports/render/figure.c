/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bounds/base/outfile.h"
#include "reports/render/run_tool.h"

/* Distinguishable for colour-blind readers and in print (Okabe and Ito, without the yellow). */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#000000"};
#define COLOURS (sizeof colours / sizeof colours[0])

static size_t points_of(const json_t *curve)
{
    return json_array_size(json_object_get(curve, "points"));
}

static int is_band(const json_t *curve)
{
    return json_array_size(json_array_get(json_object_get(curve, "points"), 0)) == 4;
}

/* The least positive ordinate: on a logarithmic axis a band that reaches 0 ends there. */
static double least_positive(const json_t *curves)
{
    size_t i, j, k;
    const json_t *curve, *point, *value;
    double least = HUGE_VAL;
    json_array_foreach(curves, i, curve)
        json_array_foreach(json_object_get(curve, "points"), j, point)
            json_array_foreach(point, k, value)
    {
        const double y = json_number_value(value);
        if (k > 0 && y > 0 && y < least)
            least = y;
    }
    return least;
}

static void write_data(FILE *out, size_t number, const json_t *curve)
{
    size_t i, j;
    const json_t *point, *value;
    fprintf(out, "$curve%zu << EOD\n", number);
    json_array_foreach(json_object_get(curve, "points"), i, point)
    {
        json_array_foreach(point, j, value) fprintf(out, "%.17g ", json_number_value(value));
        fputc('\n', out);
    }
    fprintf(out, "EOD\n");
}

static void write_plot(FILE *out, size_t number, const json_t *curve, double least)
{
    const char *colour =
        colours[(size_t)json_integer_value(json_object_get(curve, "colour")) % COLOURS];
    int bound = strcmp(json_string_value(json_object_get(curve, "kind")), "bound") == 0;
    if (is_band(curve))
        fprintf(out, "  $curve%zu using 1:($2 > %.17g ? $2 : %.17g):4 with filledcurves fc rgb '%s' "
                "notitle, \\\n",
                number, least, least, colour);
    /* What was measured without a band is points: a line would cover the bound that it meets. */
    const char *how = bound          ? "lines lw 1.5 dt 2"
                      : is_band(curve) ? "lines lw 2"
                                       : "points pt 7 ps 0.6";
    fprintf(out, "  $curve%zu using 1:%d with %s lc rgb '%s' title \"%s\", \\\n", number,
            is_band(curve) ? 3 : 2, how, colour,
            json_string_value(json_object_get(curve, "label")));
}

static void write_script(FILE *out, const struct sp_figure *figure, const char *pdf)
{
    size_t i;
    const json_t *curve;
    const double least = least_positive(figure->curves);
    fprintf(out,
            "set terminal pdfcairo size 16cm,9.5cm font 'DejaVu Sans,9' enhanced\n"
            "set output '%s'\n"
            "set style fill transparent solid 0.25 noborder\n"
            "set grid lc rgb '#dddddd'\nset key below center Left reverse samplen 2 spacing 1.2 maxcols 2 height 1.5\n"
            "set xlabel \"%s\"\nset ylabel \"%s\"\n%s\n",
            pdf, figure->x_label, figure->y_label, figure->extra);
    json_array_foreach(figure->curves, i, curve) if (points_of(curve) > 0)
        write_data(out, i, curve);
    fprintf(out, "plot \\\n");
    json_array_foreach(figure->curves, i, curve) if (points_of(curve) > 0)
        write_plot(out, i, curve, least);
    fprintf(out, "  NaN notitle\n"); /* ends the list after its last comma */
}

static int has_points(const json_t *curves)
{
    size_t i;
    const json_t *curve;
    json_array_foreach(curves, i, curve) if (points_of(curve) > 0) return 1;
    return 0;
}

enum sp_status sp_figure_draw(const struct sp_figure *figure, struct sp_error *err)
{
    if (!has_points(figure->curves))
        return sp_fail(err, SP_INPUT, "%s: nothing to draw: no curve has a point", figure->path);
    char script[4096];
    if (snprintf(script, sizeof script, "%s.gp", figure->path) >= (int)sizeof script)
        return sp_fail(err, SP_USAGE, "%s: the path is too long", figure->path);
    struct sp_outfile file;
    enum sp_status status = sp_outfile_open(&file, script, err);
    if (status != SP_OK)
        return status;
    write_script(file.stream, figure, figure->path);
    status = sp_outfile_commit(&file, err);
    if (status != SP_OK)
        return status;
    return sp_run_tool((const char *[]){"gnuplot", script, NULL}, NULL, err);
}
