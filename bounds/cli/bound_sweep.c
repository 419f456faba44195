/* SPDX-License-Identifier: Apache-2.0 */
/* `bound --sweep`: a table over one or two inputs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/base/outfile.h"
#include "bounds/base/progress.h"
#include "bounds/cli/bound_work.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/cli/sweep_plot.h"
#include "bounds/solve/point.h"

#define MOST_AXES 2

struct axis {
    char name[96];
    int is_log;
    struct sp_points points;
};

struct sweep {
    struct sp_work *w;
    size_t n;
    struct axis axes[MOST_AXES];
    json_t *rows; /* NULL: CSV to `out` */
    FILE *out;
    double *values; /* for --plot; else NULL */
    size_t done;
    struct sp_progress progress;
};

static enum sp_status read_axis(struct sweep *s, const char *text, struct sp_error *err)
{
    struct axis *axis = &s->axes[s->n];
    size_t length = strcspn(text, "=");
    char what[128];
    if (!text[length])
        return sp_fail(err, SP_USAGE, "--sweep %s: expected VARIABLE=RANGE", text);
    axis->is_log = strstr(text + length, ":log") != NULL;
    snprintf(axis->name, sizeof axis->name, "%.*s", (int)length, text);
    snprintf(what, sizeof what, "--sweep %s", axis->name);
    int whole = s->w->bound->parameters[sp_bound_parameter(s->w->bound, axis->name)].kind == SP_NAT;
    enum sp_status status = sp_points_read(&axis->points, text + length + 1, whole, what, err);
    s->n += status == SP_OK;
    return status;
}

static enum sp_status read_axes(struct sweep *s, struct sp_error *err)
{
    const char *text;
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && (text = sp_arg_nth(s->w->args, "sweep", i)); i++) {
        if (i == MOST_AXES)
            return sp_fail(err, SP_USAGE, "--sweep can be given at most %d times", MOST_AXES);
        status = read_axis(s, text, err);
    }
    if (status == SP_OK && s->n == 2 && strcmp(s->axes[0].name, s->axes[1].name) == 0)
        status = sp_fail(err, SP_USAGE, "--sweep %s: given twice", s->axes[0].name);
    return status;
}

/* A field of CSV: quoted when it has to be. */
static void put_field(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    fputc('"', out);
}

static void put_head(struct sweep *s)
{
    for (size_t i = 0; i < s->n; i++)
        fprintf(s->out, "%s,", s->axes[i].name);
    fputs("value,lower,upper,reason\n", s->out);
}

static void put_csv(struct sweep *s, char *const *at, const struct sp_result *r)
{
    for (size_t i = 0; i < s->n; i++)
        fprintf(s->out, "%s,", at[i]);
    if (r->status == SP_OK && r->is_truth)
        fprintf(s->out, "%s,,", r->truth ? "true" : "false");
    else if (r->status == SP_OK)
        fprintf(s->out, "%s,%s,%s", r->numbers[0].digits, r->numbers[0].lower, r->numbers[0].upper);
    else
        fputs(",,", s->out);
    fputc(',', s->out);
    put_field(s->out, r->reason ? r->reason : "");
    fputc('\n', s->out);
}

static void put_row(struct sweep *s, char *const *at, const struct sp_result *r)
{
    json_t *row = json_object();
    for (size_t i = 0; i < s->n; i++)
        sp_json_text(row, s->axes[i].name, at[i]);
    if (r->status == SP_OK)
        sp_show_json_numbers(row, r);
    else
        sp_json_text(row, "reason", r->reason);
    json_array_append_new(s->rows, row);
}

static enum sp_status one(struct sweep *s, char *const *at, struct sp_error *err)
{
    struct sp_result result;
    enum sp_status status = sp_case_evaluate(s->w->c, s->w->precision, &result, err);
    /* A refusal is a row of the table; what is wrong with the request ends it. */
    if (status == SP_FALSE || status == SP_UNDECIDED) {
        status = SP_OK;
        if (err)
            err->text[0] = '\0';
    }
    if (status == SP_OK && s->rows)
        put_row(s, at, &result);
    else if (status == SP_OK)
        put_csv(s, at, &result);
    if (s->values)
        s->values[s->done] = status == SP_OK && result.status == SP_OK && !result.is_truth
                                 ? arf_get_d(arb_midref(result.numbers[0].ball), ARF_RND_NEAR)
                                 : NAN;
    sp_result_clear(&result);
    sp_progress_update(&s->progress, (double)++s->done);
    return status;
}

/* All points of the axes from `level` on. */
static enum sp_status walk(struct sweep *s, size_t level, char **at, struct sp_error *err)
{
    if (level == s->n)
        return one(s, at, err);
    const struct axis *axis = &s->axes[level];
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < axis->points.n; i++) {
        at[level] = sp_point_text(axis->points.items + i);
        status = at[level] ? sp_case_set_exact(s->w->c, axis->name, axis->points.items + i, err)
                           : sp_fail_memory(err);
        if (status == SP_OK)
            status = walk(s, level + 1, at, err);
        free(at[level]);
    }
    return status;
}

static size_t total(const struct sweep *s)
{
    size_t n = 1;
    for (size_t i = 0; i < s->n; i++)
        n *= s->axes[i].points.n;
    return n;
}

static enum sp_status table(struct sweep *s, struct sp_error *err)
{
    char *at[MOST_AXES];
    if (!s->rows)
        put_head(s);
    sp_progress_start(&s->progress, "values", (double)total(s));
    enum sp_status status = walk(s, 0, at, err);
    sp_progress_end(&s->progress);
    if (status == SP_OK && s->rows)
        status = sp_json_print(s->out, s->rows, err);
    return status;
}

/* To a stream in memory first when it goes to standard output: a failure leaves nothing there. */
static enum sp_status write_table(struct sweep *s, struct sp_error *err)
{
    const char *path = sp_arg(s->w->args, "out");
    struct sp_outfile file = {0};
    char *text = NULL;
    size_t size = 0;
    enum sp_status status = SP_OK;
    if (path)
        status = sp_outfile_open(&file, path, err);
    if (status != SP_OK)
        return status;
    s->out = path ? file.stream : open_memstream(&text, &size);
    status = s->out ? table(s, err) : sp_fail_memory(err);
    if (path && status == SP_OK)
        return sp_outfile_commit(&file, err);
    if (path)
        sp_outfile_abort(&file);
    else if (s->out && fclose(s->out) == 0 && status == SP_OK)
        fwrite(text, 1, size, stdout);
    free(text);
    return status;
}

/* The values of an axis as doubles, and what it is. */
static enum sp_status plot_axis(struct sp_sweep_axis *to, const struct sweep *s, size_t i,
                                char *text, size_t size, struct sp_error *err)
{
    const struct axis *from = &s->axes[i];
    int k = sp_bound_parameter(s->w->bound, from->name);
    const struct sp_parameter *p = &s->w->bound->parameters[k];
    double *at = calloc(from->points.n + 1, sizeof *at);
    if (!at)
        return sp_fail_memory(err);
    arf_t x;
    arf_init(x);
    for (size_t j = 0; j < from->points.n; j++) {
        arf_set_fmpq(x, from->points.items + j, 53, ARF_RND_NEAR);
        at[j] = arf_get_d(x, ARF_RND_NEAR);
    }
    arf_clear(x);
    snprintf(text, size, "%s%s%s%s", p->text, p->unit[0] ? " [" : "", p->unit,
             p->unit[0] ? "]" : "");
    *to = (struct sp_sweep_axis){from->name, text, from->points.n, at,
                                 from->is_log && at[0] > 0};
    return SP_OK;
}

static char *standing_text(const struct sweep *s)
{
    char *text = NULL;
    size_t size = 0;
    struct sp_backing backing;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    sp_case_backing(s->w->c, &backing);
    sp_show_standing(out, s->w->bound, &backing);
    return fclose(out) == 0 ? text : NULL;
}

static enum sp_status draw(const struct sweep *s, struct sp_error *err)
{
    char texts[MOST_AXES][256];
    char *standing = standing_text(s);
    const struct sp_bound *b = s->w->bound;
    struct sp_sweep_plot plot = {.title = b->title,
                                 .standing = standing ? standing : "",
                                 .quantity = b->gives[0] ? b->gives : b->name,
                                 .n_axes = s->n,
                                 .values = s->values};
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < s->n; i++)
        status = plot_axis(&plot.axes[i], s, i, texts[i], sizeof texts[i], err);
    if (status == SP_OK)
        status = sp_sweep_plot(&plot, sp_arg(s->w->args, "plot"), err);
    for (size_t i = 0; i < s->n; i++)
        free((double *)plot.axes[i].at);
    free(standing);
    return status;
}

static enum sp_status deliver(struct sweep *s, struct sp_error *err)
{
    if (!sp_arg(s->w->args, "plot"))
        return write_table(s, err);
    enum sp_status status = sp_sweep_plot_check(sp_arg(s->w->args, "plot"), err);
    s->values = calloc(total(s) + 1, sizeof *s->values);
    if (status == SP_OK && !s->values)
        status = sp_fail_memory(err);
    if (status == SP_OK)
        status = write_table(s, err);
    return status == SP_OK ? draw(s, err) : status;
}

enum sp_status sp_work_sweep(struct sp_work *w, struct sp_error *err)
{
    struct sweep s = {.w = w};
    if (w->bound->is_list)
        return sp_fail(err, SP_USAGE, "--sweep: %s is not a single number", w->bound->name);
    w->precision.explain = 0;
    enum sp_status status = read_axes(&s, err);
    if (sp_arg(w->args, "json"))
        s.rows = json_array();
    if (status == SP_OK)
        status = deliver(&s, err);
    free(s.values);
    for (size_t i = 0; i < s.n; i++)
        sp_points_clear(&s.axes[i].points);
    json_decref(s.rows);
    return status;
}
