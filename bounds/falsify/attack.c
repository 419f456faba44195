/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/falsify/attack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>


struct reader {
    struct sp_attack *attack;
    const char *file;
    int line;
    char *ranges[SP_AXES_MOST]; /* "NAME = RANGE", read when the parameters are known */
    int lines[SP_AXES_MOST];
    size_t n_ranges;
    struct sp_error *err;
};

static enum sp_status fault(const struct reader *r, int line, const char *what)
{
    return sp_fail(r->err, SP_INPUT, "%s:%d: %s", r->file, line, what);
}

const char *sp_claim_text(enum sp_claim_side claim)
{
    static const char *const texts[] = {"<=", "=", ">="};
    return texts[claim];
}

static enum sp_status read_claim(struct reader *r, const char *text)
{
    for (int side = SP_CLAIM_AT_MOST; side <= SP_CLAIM_AT_LEAST; side++)
        if (strcmp(text, sp_claim_text((enum sp_claim_side)side)) == 0) {
            r->attack->claim = (enum sp_claim_side)side;
            return SP_OK;
        }
    return fault(r, r->line, "expected claim <=, = or >=");
}

/* What follows `keyword` on the line, or NULL. */
static char *behind(char *line, const char *keyword)
{
    size_t length = strlen(keyword);
    if (strncmp(line, keyword, length) != 0 || (line[length] != ' ' && line[length] != '\t'))
        return NULL;
    char *text = line + length + strspn(line + length, " \t");
    for (size_t end = strlen(text); end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\r');)
        text[--end] = '\0';
    return text;
}

/* One line; is_own: it was for us, and the reader of formula files must not see it. */
static enum sp_status take_line(struct reader *r, char *line, int *is_own)
{
    char *text;
    *is_own = 1;
    if ((text = behind(line, "of")) != NULL)
        return snprintf(r->attack->of, sizeof r->attack->of, "%s", text) <
                       (int)sizeof r->attack->of
                   ? SP_OK
                   : fault(r, r->line, "the name is too long");
    if ((text = behind(line, "claim")) != NULL)
        return read_claim(r, text);
    if ((text = behind(line, "range")) != NULL) {
        if (r->n_ranges == SP_AXES_MOST)
            return fault(r, r->line, "too many ranges");
        r->lines[r->n_ranges] = r->line;
        r->ranges[r->n_ranges] = strdup(text);
        return r->ranges[r->n_ranges++] ? SP_OK : sp_fail_memory(r->err);
    }
    *is_own = 0;
    return SP_OK;
}

/* The text with our lines empty, so that messages keep their line numbers. */
static enum sp_status take_lines(struct reader *r, char *text)
{
    enum sp_status status = SP_OK;
    r->line = 1;
    for (char *line = text; status == SP_OK && *line != '\0'; r->line++) {
        char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        char *copy = strndup(line, length);
        int is_own = 0;
        status = copy ? take_line(r, copy, &is_own) : sp_fail_memory(r->err);
        free(copy);
        if (is_own)
            memset(line, '#', length);
        if (behind(line, "attack") != NULL)
            memcpy(line, "bound ", 6);
        line += length + (end != NULL);
    }
    return status;
}

/* " x LO..HI [causal]" behind a list's range; cut off. */
static enum sp_status take_lengths(struct reader *r, struct sp_axis *axis, char *range, int line)
{
    char *cross = strstr(range, " x ");
    axis->least = axis->most = 1;
    if (cross == NULL)
        return SP_OK;
    char *dots = strstr(cross, "..");
    if (dots == NULL)
        return fault(r, line, "expected RANGE x LO..HI");
    *cross = '\0';
    axis->least = strtoul(cross + 3, NULL, 10);
    axis->most = strtoul(dots + 2, NULL, 10);
    axis->is_causal = strstr(dots, "causal") != NULL;
    return axis->least >= 1 && axis->least <= axis->most && axis->most <= SP_AXIS_LENGTH
               ? SP_OK
               : fault(r, line, "lengths are from 1 to 32");
}

static enum sp_status read_range(struct reader *r, char *text, int line)
{
    struct sp_attack *a = r->attack;
    struct sp_axis *axis = &a->axes[a->n_axes];
    char name[64], what[128];
    size_t length = strcspn(text, " =");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    int i = sp_bound_parameter(a->bound, name);
    char *range = strchr(text, '=');
    if (i < 0 || range == NULL)
        return fault(r, line, "expected range NAME = RANGE with a parameter");
    enum sp_kind kind = a->bound->parameters[i].kind;
    range += 1 + strspn(range + 1, " ");
    *axis = (struct sp_axis){.parameter = (size_t)i};
    snprintf(what, sizeof what, "%s:%d", r->file, line);
    enum sp_status status = take_lengths(r, axis, range, line);
    if (status == SP_OK && (kind == SP_LIST) != (axis->most > 1))
        return fault(r, line, "a list has a range of lengths, and nothing else has");
    if (status == SP_OK)
        status = sp_points_read(&axis->points, range, kind == SP_NAT, what, r->err);
    a->n_axes += status == SP_OK;
    return status;
}

static enum sp_status finish(struct reader *r)
{
    struct sp_attack *a = r->attack;
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < r->n_ranges; i++)
        status = read_range(r, r->ranges[i], r->lines[i]);
    if (status != SP_OK)
        return status;
    if (a->of[0] == '\0' || a->bound->n_values != 2 || a->n_axes != a->bound->n_parameters)
        return sp_fail(r->err, SP_INPUT,
                       "%s: needs an 'of' line, two 'value' lines, a range of each parameter",
                       r->file);
    return SP_OK;
}

enum sp_status sp_attack_read(struct sp_attack *attack, const char *text, const char *file,
                              struct sp_error *err)
{
    struct reader r = {.attack = attack, .file = file, .err = err};
    *attack = (struct sp_attack){.claim = SP_CLAIM_AT_MOST};
    char *copy = strdup(text);
    enum sp_status status = copy ? take_lines(&r, copy) : sp_fail_memory(err);
    if (status == SP_OK)
        status = sp_bound_read(&attack->bound, copy, file, err);
    if (status == SP_OK)
        status = finish(&r);
    for (size_t i = 0; i < r.n_ranges; i++)
        free(r.ranges[i]);
    free(copy);
    if (status != SP_OK)
        sp_attack_clear(attack);
    return status == SP_USAGE ? SP_INPUT : status;
}

void sp_attack_clear(struct sp_attack *attack)
{
    for (size_t i = 0; i < attack->n_axes; i++)
        sp_points_clear(&attack->axes[i].points);
    sp_bound_free(attack->bound);
    *attack = (struct sp_attack){.claim = SP_CLAIM_AT_MOST};
}

int sp_attack_is_of(const char *text, const char *name)
{
    const char *line = strstr(text, "\nof ");
    if (line == NULL)
        return 0;
    line += 4 + strspn(line + 4, " ");
    size_t length = strcspn(line, " \n");
    return length == strlen(name) && strncmp(line, name, length) == 0;
}
