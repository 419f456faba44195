/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/sweep_plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "bounds/base/outfile.h"

#define MOST_CURVES 8
/* What a shell returns for a program that is not there. */
#define NOT_FOUND 127

static const char *const colours[MOST_CURVES] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                 "#E69F00", "#56B4E9", "#000000", "#8B5A2B"};

static const char *terminal_for(const char *path)
{
    static const char *const known[][2] = {
        {".png", "pngcairo size 1000,640 font 'DejaVu Sans,12'"},
        {".pdf", "pdfcairo size 16cm,10cm font 'DejaVu Sans,11'"},
        {".svg", "svg size 1000,640 font 'DejaVu Sans,12'"},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (length > 4 && strcmp(path + length - 4, known[i][0]) == 0)
            return known[i][1];
    return NULL;
}

/* In double quotes for gnuplot, on one line, and not longer than a figure is wide. */
static void put_string(FILE *out, const char *text)
{
    size_t n = 0;
    fputc('"', out);
    for (const char *s = text; *s != '\0' && n < 110; s++, n++) {
        if (*s == '"' || *s == '\\')
            fputc('\\', out);
        fputc(*s == '\n' ? ' ' : *s, out);
    }
    fputs(n == 110 ? "...\"" : "\"", out);
}

static void put_label(FILE *out, char which, const struct sp_sweep_axis *axis)
{
    char text[256];
    snprintf(text, sizeof text, "%s: %s", axis->name, axis->text);
    fprintf(out, "set %clabel ", which);
    put_string(out, text);
    fputs(" noenhanced\n", out);
    if (axis->is_log)
        fprintf(out, "set logscale %c\n", which);
}

/* Values over more than two decades, all positive, are shown on a logarithmic scale. */
static int wants_log(const double *values, size_t n)
{
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(values[i]))
            continue;
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    return low > 0 && high > 100 * low;
}

static size_t count(const struct sp_sweep_plot *p, size_t axis)
{
    return axis < p->n_axes ? p->axes[axis].n : 1;
}

static void put_head(FILE *out, const struct sp_sweep_plot *p)
{
    char title[400];
    snprintf(title, sizeof title, "%.180s\\n%.180s", p->title, p->standing);
    fputs("set encoding utf8\nset title \"", out);
    for (const char *s = title; *s != '\0'; s++)
        fputs(*s == '"' ? "'" : (char[]){*s == '\n' ? ' ' : *s, '\0'}, out);
    fputs("\" noenhanced\nset grid lc rgb '#DDDDDD'\nset border 3\nset tics nomirror\n", out);
    put_label(out, 'x', &p->axes[0]);
}

static void put_data(FILE *out, const struct sp_sweep_plot *p)
{
    size_t n = count(p, 1);
    for (size_t k = 0; k < n; k++) {
        fprintf(out, "$curve%zu << EOD\n", k);
        for (size_t i = 0; i < p->axes[0].n; i++) {
            double y = p->values[i * n + k];
            if (isnan(y))
                fputc('\n', out);
            else
                fprintf(out, "%.17g %.17g\n", p->axes[0].at[i], y);
        }
        fputs("EOD\n", out);
    }
}

static void put_curves(FILE *out, const struct sp_sweep_plot *p)
{
    size_t n = count(p, 1);
    fputs("set ylabel ", out);
    put_string(out, p->quantity);
    fputs(" noenhanced\n", out);
    if (wants_log(p->values, p->axes[0].n * n))
        fputs("set logscale y\n", out);
    if (p->axes[0].n > 1)
        fprintf(out, "set xrange [%.17g:%.17g]\n", p->axes[0].at[0],
                p->axes[0].at[p->axes[0].n - 1]);
    put_data(out, p);
    fputs(n > 1 ? "set key outside right top\nplot " : "unset key\nplot ", out);
    for (size_t k = 0; k < n; k++) {
        fprintf(out, "%s$curve%zu using 1:2 with linespoints pt 7 ps %s lw 2 lc rgb '%s'",
                k ? ", " : "", k, p->axes[0].n > 40 ? "0" : "0.5", colours[k]);
        if (n > 1)
            fprintf(out, " title '%s = %.6g' noenhanced", p->axes[1].name, p->axes[1].at[k]);
    }
    fputc('\n', out);
}

/* Cells as boxes around their points: a map that also takes logarithmic axes. */
static double edge(const struct sp_sweep_axis *axis, size_t i, int upper)
{
    const double *at = axis->at;
    size_t j = upper ? i + 1 : i - 1;
    if ((upper && i + 1 == axis->n) || (!upper && i == 0)) {
        size_t other = upper ? i - 1 : i + 1; /* mirrored */
        return axis->is_log ? at[i] * sqrt(at[i] / at[other]) : at[i] + (at[i] - at[other]) / 2;
    }
    return axis->is_log ? sqrt(at[i] * at[j]) : (at[i] + at[j]) / 2;
}

static void put_map(FILE *out, const struct sp_sweep_plot *p)
{
    const struct sp_sweep_axis *x = &p->axes[0], *y = &p->axes[1];
    put_label(out, 'y', y);
    fputs("set cblabel ", out);
    put_string(out, p->quantity);
    fputs(" noenhanced\n"
          "set palette defined (0 '#440154', 1 '#3B528B', 2 '#21918C', 3 '#5EC962', 4 '#FDE725')\n"
          "unset key\nunset grid\nset style fill solid noborder\n",
          out);
    if (wants_log(p->values, x->n * y->n))
        fputs("set logscale cb\n", out);
    fputs("$map << EOD\n", out);
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < y->n; k++)
            if (!isnan(p->values[i * y->n + k]))
                fprintf(out, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", x->at[i], y->at[k],
                        edge(x, i, 0), edge(x, i, 1), edge(y, k, 0), edge(y, k, 1),
                        p->values[i * y->n + k]);
    fprintf(out, "EOD\nset xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", edge(x, 0, 0),
            edge(x, x->n - 1, 1), edge(y, 0, 0), edge(y, y->n - 1, 1));
    fputs("plot $map using 1:2:3:4:5:6:7 with boxxyerror lc palette\n", out);
}

/* A path in single quotes for gnuplot. */
static void put_path(FILE *out, const char *path)
{
    fputs("set output '", out);
    for (; *path != '\0'; path++)
        fputs(*path == '\'' ? "''" : (char[]){*path, '\0'}, out);
    fputs("'\n", out);
}

static enum sp_status draw(const struct sp_sweep_plot *p, const char *path, const char *terminal,
                           struct sp_error *err)
{
    FILE *out = popen("gnuplot 2>/dev/null", "w");
    if (out == NULL)
        return sp_fail(err, SP_INTERNAL, "gnuplot cannot be started");
    fprintf(out, "set terminal %s\n", terminal);
    put_path(out, path);
    put_head(out, p);
    if (count(p, 1) > MOST_CURVES && p->axes[0].n > 1)
        put_map(out, p);
    else
        put_curves(out, p);
    fputs("unset output\n", out);
    int result = pclose(out);
    if (WIFEXITED(result) && WEXITSTATUS(result) == NOT_FOUND)
        return sp_fail(err, SP_USAGE, "--plot needs gnuplot (package gnuplot-nox)");
    return result == 0 ? SP_OK : sp_fail(err, SP_INTERNAL, "gnuplot failed on this table");
}

enum sp_status sp_sweep_plot_check(const char *path, struct sp_error *err)
{
    if (terminal_for(path) != NULL)
        return SP_OK;
    return sp_fail(err, SP_USAGE, "--plot %s: expected a name that ends in .png, .pdf or .svg",
                   path);
}

enum sp_status sp_sweep_plot(const struct sp_sweep_plot *plot, const char *path,
                             struct sp_error *err)
{
    struct sp_outfile file = {0};
    size_t defined = 0, n = plot->axes[0].n * count(plot, 1);
    for (size_t i = 0; i < n; i++)
        defined += isnan(plot->values[i]) ? 0 : 1;
    if (defined == 0)
        return sp_fail(err, SP_FALSE, "--plot %s: every value is refused", path);
    enum sp_status status = sp_sweep_plot_check(path, err);
    if (status == SP_OK)
        status = sp_outfile_open(&file, path, err);
    if (status != SP_OK)
        return status;
    status = draw(plot, file.temporary, terminal_for(path), err);
    if (status == SP_OK)
        return sp_outfile_commit(&file, err);
    sp_outfile_abort(&file);
    return status;
}
