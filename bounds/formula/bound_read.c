/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of formula files: lines become keywords with their text, keywords have handlers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/formula/ascii.h"
#include "bounds/formula/bind.h"
#include "bounds/formula/bound.h"
#include "bounds/formula/nearest.h"

struct reader {
    struct sp_bound *bound;
    const char *file;
    struct sp_error *err;
    int line;   /* of the keyword */
    char *text; /* behind the keyword; may be cut up */
    int column; /* of `text` */
};

typedef enum sp_status handler(struct reader *r, int detail);

static enum sp_status fault(const struct reader *r, const char *what)
{
    return sp_fail(r->err, SP_INPUT, "%s:%d:%d: %s", r->file, r->line, r->column, what);
}

static void skip_blanks(struct reader *r)
{
    for (; sp_is_blank(*r->text) || *r->text == '\n'; r->text++) {
        r->column = *r->text == '\n' ? 1 : r->column + 1;
        r->line += *r->text == '\n';
    }
}

/* Cuts a name off the text. */
static enum sp_status take_name(struct reader *r, char **name)
{
    size_t length = 0;
    skip_blanks(r);
    while (sp_is_name(r->text[length]))
        length++;
    if (length == 0 || !sp_is_letter(*r->text) || length > 60)
        return fault(r, "expected a name of at most 60 letters, digits and '_'");
    *name = strndup(r->text, length);
    r->text += length;
    r->column += (int)length;
    return *name ? SP_OK : sp_fail_memory(r->err);
}

/* The rest of the text with every run of blanks as one blank. */
static char *rest_of(struct reader *r)
{
    char *copy = malloc(strlen(r->text) + 1), *out = copy;
    if (copy == NULL)
        return NULL;
    skip_blanks(r);
    for (const char *s = r->text; *s != '\0'; s++) {
        int blank = sp_is_blank(*s) || *s == '\n';
        if (!blank)
            *out++ = *s;
        else if (out > copy && out[-1] != ' ')
            *out++ = ' ';
    }
    while (out > copy && out[-1] == ' ')
        out--;
    *out = '\0';
    return copy;
}

static enum sp_status parse_here(struct reader *r, struct sp_expr **tree)
{
    struct sp_place place = {r->file, r->line, r->column};
    enum sp_status status = sp_expr_parse(tree, r->text, place, r->err);
    if (status == SP_USAGE && r->err != NULL)
        r->err->status = SP_INPUT;
    return status == SP_USAGE ? SP_INPUT : status;
}

/* Room for one more element, zeroed; NULL when memory is short. */
static void *grow(void *array, size_t n, size_t size)
{
    char *more = realloc(array, (n + 1) * size);
    if (more != NULL)
        memset(more + n * size, 0, size);
    return more;
}

enum {
    TEXT_NAME,
    TEXT_TITLE,
    TEXT_CITE,
    TEXT_GIVES,
    TEXT_THEOREM,
    TEXT_REFUTED,
    TEXT_REFUSAL,
    TEXT_KERNEL
};

static char **text_of(struct sp_bound *bound, int which)
{
    char **texts[] = {&bound->name,    &bound->title,   &bound->cite,   &bound->gives,
                      &bound->theorem, &bound->refuted, &bound->refusal, &bound->kernel};
    return texts[which];
}

static enum sp_status read_text(struct reader *r, int which)
{
    char **text = text_of(r->bound, which);
    if (*text != NULL)
        return fault(r, "this keyword was given already");
    if (which == TEXT_NAME || which == TEXT_KERNEL) {
        enum sp_status status = take_name(r, text);
        skip_blanks(r);
        return status == SP_OK && *r->text != '\0' ? fault(r, "expected the end of the line")
                                                   : status;
    }
    *text = rest_of(r);
    return *text ? SP_OK : sp_fail_memory(r->err);
}

static enum sp_status read_status(struct reader *r, int unused)
{
    (void)unused;
    char *word = NULL;
    enum sp_status status = take_name(r, &word);
    if (status != SP_OK)
        return status;
    if (strcmp(word, "published") == 0)
        r->bound->standing = SP_PUBLISHED;
    else if (strcmp(word, "model") != 0)
        status = fault(r, "status is 'model' or 'published'; 'proved' follows from the theorem");
    free(word);
    return status;
}

/* A unit is in square brackets at the end of the text. */
static enum sp_status split_unit(struct reader *r, struct sp_parameter *parameter)
{
    char *open = strrchr(parameter->text, '[');
    size_t length = strlen(parameter->text);
    if (open == NULL || parameter->text[length - 1] != ']') {
        parameter->unit = strdup("");
    } else {
        parameter->text[length - 1] = '\0';
        parameter->unit = strdup(open + 1);
        while (open > parameter->text && open[-1] == ' ')
            open--;
        *open = '\0';
    }
    return parameter->unit ? SP_OK : sp_fail_memory(r->err);
}

/* "word word : text" */
static enum sp_status read_words(struct reader *r, struct sp_parameter *parameter)
{
    enum sp_status status = SP_OK;
    for (skip_blanks(r); status == SP_OK && *r->text != ':'; skip_blanks(r)) {
        if (*r->text == '\0')
            return fault(r, "expected ':' behind the values of a text parameter");
        if (strncmp(r->text, "...", 3) == 0) {
            parameter->is_open = 1;
            r->text += 3;
            continue;
        }
        char **more = grow(parameter->words, parameter->n_words, sizeof *more);
        if (more == NULL)
            return sp_fail_memory(r->err);
        parameter->words = more;
        status = take_name(r, &more[parameter->n_words]);
        parameter->n_words += status == SP_OK;
    }
    r->text += *r->text == ':';
    return status;
}

static enum sp_status check_new_name(struct reader *r, const char *name)
{
    if (sp_bound_parameter(r->bound, name) >= 0 || sp_bound_let(r->bound, name) >= 0)
        return sp_fail(r->err, SP_INPUT, "%s:%d:%d: '%s' was declared already", r->file, r->line,
                       r->column, name);
    return SP_OK;
}

static enum sp_status read_parameter(struct reader *r, int kind)
{
    struct sp_bound *bound = r->bound;
    char *name = NULL;
    enum sp_status status = take_name(r, &name);
    if (status == SP_OK)
        status = check_new_name(r, name);
    struct sp_parameter *more =
        status == SP_OK ? grow(bound->parameters, bound->n_parameters, sizeof *more) : NULL;
    if (more == NULL) {
        free(name);
        return status == SP_OK ? sp_fail_memory(r->err) : status;
    }
    bound->parameters = more;
    struct sp_parameter *parameter = &more[bound->n_parameters++];
    parameter->name = name;
    parameter->kind = (enum sp_kind)kind;
    if (kind == SP_TEXT)
        status = read_words(r, parameter);
    parameter->text = rest_of(r);
    if (parameter->text == NULL)
        return sp_fail_memory(r->err);
    enum sp_status unit_status = split_unit(r, parameter);
    return status == SP_OK ? unit_status : status;
}

/* "NAME =" */
static enum sp_status take_target(struct reader *r, char **name)
{
    enum sp_status status = take_name(r, name);
    skip_blanks(r);
    if (status == SP_OK && (r->text[0] != '=' || r->text[1] == '=')) {
        free(*name);
        *name = NULL;
        return fault(r, "expected '='");
    }
    r->text += status == SP_OK;
    r->column += status == SP_OK;
    return status;
}

static enum sp_status read_let(struct reader *r, int unused)
{
    (void)unused;
    struct sp_bound *bound = r->bound;
    char *name = NULL;
    struct sp_expr *tree = NULL;
    enum sp_status status = take_target(r, &name);
    if (status == SP_OK)
        status = check_new_name(r, name);
    if (status == SP_OK)
        status = parse_here(r, &tree);
    struct sp_let *more = status == SP_OK ? grow(bound->lets, bound->n_lets, sizeof *more) : NULL;
    if (more == NULL) {
        free(name);
        sp_expr_free(tree);
        return status == SP_OK ? sp_fail_memory(r->err) : status;
    }
    bound->lets = more;
    more[bound->n_lets++] = (struct sp_let){name, tree};
    return SP_OK;
}

static enum sp_status read_default(struct reader *r, int unused)
{
    (void)unused;
    char *name = NULL;
    enum sp_status status = take_target(r, &name);
    int i = status == SP_OK ? sp_bound_parameter(r->bound, name) : -1;
    free(name);
    if (status != SP_OK)
        return status;
    if (i < 0 || r->bound->parameters[i].fallback != NULL)
        return fault(r, "a default needs a parameter that was declared and has none yet");
    return parse_here(r, &r->bound->parameters[i].fallback);
}

static enum sp_status read_unproved(struct reader *r, int unused)
{
    (void)unused;
    char *name = NULL;
    enum sp_status status = take_name(r, &name);
    int i = status == SP_OK ? sp_bound_parameter(r->bound, name) : -1;
    free(name);
    if (status != SP_OK)
        return status;
    struct sp_parameter *p = i < 0 ? NULL : &r->bound->parameters[i];
    if (p == NULL || p->fallback == NULL || p->unproved != NULL)
        return fault(r, "expected a parameter whose default stands above, once");
    p->unproved = rest_of(r);
    return p->unproved ? SP_OK : sp_fail_memory(r->err);
}

static enum sp_status read_value(struct reader *r, int unused)
{
    (void)unused;
    struct sp_bound *bound = r->bound;
    struct sp_expr **more = grow(bound->values, bound->n_values, sizeof *more);
    if (more == NULL)
        return sp_fail_memory(r->err);
    bound->values = more;
    enum sp_status status = parse_here(r, &more[bound->n_values]);
    bound->n_values += status == SP_OK;
    return status;
}

static enum sp_status read_condition(struct reader *r, int is_check)
{
    struct sp_bound *bound = r->bound;
    struct sp_condition_text *more = grow(bound->conditions, bound->n_conditions, sizeof *more);
    if (more == NULL)
        return sp_fail_memory(r->err);
    bound->conditions = more;
    struct sp_condition_text *condition = &more[bound->n_conditions];
    condition->is_check = is_check;
    enum sp_status status = parse_here(r, &condition->tree);
    if (status != SP_OK)
        return status;
    bound->n_conditions++;
    condition->text = rest_of(r);
    return condition->text ? SP_OK : sp_fail_memory(r->err);
}

static const struct {
    const char *name;
    handler *read;
    int detail;
} keywords[] = {
    {"bound", read_text, TEXT_NAME},      {"title", read_text, TEXT_TITLE},
    {"cite", read_text, TEXT_CITE},       {"gives", read_text, TEXT_GIVES},
    {"theorem", read_text, TEXT_THEOREM}, {"refuted", read_text, TEXT_REFUTED},
    {"refuse", read_text, TEXT_REFUSAL},  {"status", read_status, 0},
    {"real", read_parameter, SP_REAL},    {"nat", read_parameter, SP_NAT},
    {"text", read_parameter, SP_TEXT},    {"list", read_parameter, SP_LIST},
    {"table", read_parameter, SP_TABLE},  {"let", read_let, 0},
    {"default", read_default, 0},         {"value", read_value, 0},
    {"need", read_condition, 0},          {"check", read_condition, 1},
    {"unproved", read_unproved, 0},       {"kernel", read_text, TEXT_KERNEL},
};
#define N_KEYWORDS (sizeof keywords / sizeof keywords[0])

static enum sp_status unknown_keyword(const struct reader *r, const char *word)
{
    const char *names[N_KEYWORDS];
    for (size_t i = 0; i < N_KEYWORDS; i++)
        names[i] = keywords[i].name;
    const char *near = sp_nearest(word, names, N_KEYWORDS);
    return sp_fail(r->err, SP_INPUT, "%s:%d:1: unknown keyword '%.40s'%s%s%s", r->file, r->line,
                   word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum sp_status dispatch(struct reader *r)
{
    char *word = NULL;
    enum sp_status status = take_name(r, &word);
    if (status != SP_OK)
        return status;
    size_t i = 0;
    while (i < N_KEYWORDS && strcmp(keywords[i].name, word) != 0)
        i++;
    if (i == N_KEYWORDS)
        status = unknown_keyword(r, word);
    else if (i > 0 && r->bound->name == NULL)
        status = fault(r, "the first line must be 'bound NAME'");
    else {
        skip_blanks(r);
        status = keywords[i].read(r, keywords[i].detail);
    }
    free(word);
    return status;
}

/* Blanks out the comment of a line; a '#' has no other use in the language. */
static void strip_comment(char *line)
{
    char *hash = strchr(line, '#');
    if (hash != NULL)
        *hash = '\0';
}

/* The end of the logical line at `start`: the next newline that no blank follows. Comment and
 * empty lines end it too. */
static char *line_end(char *start)
{
    char *end = strchr(start, '\n');
    while (end != NULL && sp_is_blank(end[1]))
        end = strchr(end + 1, '\n');
    return end ? end : start + strlen(start);
}

static enum sp_status read_lines(struct reader *r, char *text)
{
    enum sp_status status = SP_OK;
    int line = 1;
    while (status == SP_OK && *text != '\0') {
        char *end = line_end(text);
        int last = *end == '\0', lines = 1;
        *end = '\0';
        for (char *s = text; (s = strchr(s, '\n')) != NULL; s++)
            lines++;
        strip_comment(text);
        r->line = line;
        r->column = 1;
        r->text = text;
        skip_blanks(r);
        if (*r->text != '\0')
            status = dispatch(r);
        line += lines;
        text = last ? end : end + 1;
    }
    return status;
}

static enum sp_status finish(struct reader *r)
{
    struct sp_bound *bound = r->bound;
    if (bound->name == NULL)
        return sp_fail(r->err, SP_INPUT, "%s: no 'bound' line", r->file);
    if ((bound->n_values == 0) == (bound->refusal == NULL))
        return sp_fail(r->err, SP_INPUT, "%s: needs a 'value' line or a 'refuse' line", r->file);
    for (int which = TEXT_TITLE; which <= TEXT_KERNEL; which++) {
        char **text = text_of(bound, which);
        if (*text == NULL && (*text = strdup("")) == NULL)
            return sp_fail_memory(r->err);
    }
    return sp_bind_all(bound, r->file, r->err);
}

enum sp_status sp_bound_read(struct sp_bound **bound, const char *text, const char *file,
                             struct sp_error *err)
{
    struct reader r = {.file = file, .err = err};
    char *copy = strdup(text);
    r.bound = calloc(1, sizeof *r.bound);
    enum sp_status status = copy && r.bound ? SP_OK : sp_fail_memory(err);
    if (status == SP_OK)
        status = read_lines(&r, copy);
    if (status == SP_OK)
        status = finish(&r);
    free(copy);
    if (status == SP_OK)
        *bound = r.bound;
    else
        sp_bound_free(r.bound);
    return status;
}
