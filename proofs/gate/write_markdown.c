/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/suite.h"

/* A bar or a line end would break the table. */
static char *cell(const char *text)
{
    char *copy = text_copy(text, strlen(text));
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '|' || *c == '\n')
            *c = '/';
    return copy;
}

static const char *place(const struct problem *p)
{
    return p->file == NULL ? "" : text_format("%s:%ld", p->file, p->line);
}

static char *problem_rows(char *text, const char *target, const struct problems *p)
{
    for (size_t i = 0; i < p->n; i++)
        text = text_format("%s| %s | `%s` | %s | %s | %s |\n", text, target, p->problem[i].code,
                           place(&p->problem[i]), cell(p->problem[i].subject),
                           cell(p->problem[i].text));
    return text;
}

/* frama-c may have left no count. */
static long counted(long goals)
{
    return goals < 0 ? 0 : goals;
}

int suite_write_markdown(const struct suite *s, const char *path)
{
    char *text = "## Proofs\n\n| target | goals | verdict | seconds | axioms |\n"
                 "|---|---|---|---|---|\n";
    char *problems = "";
    for (size_t i = 0; i < s->n; i++) {
        const struct result *r = &s->result[i];
        text = text_format("%s| %s | %ld/%ld | %s | %.1f | %zu |\n", text, r->target->name,
                           counted(r->evidence.log_proved), counted(r->evidence.log_total),
                           r->problems.n == 0 ? "proved" : "**not proved**", r->seconds,
                           r->evidence.axioms.n);
        problems = problem_rows(problems, r->target->name, &r->problems);
    }
    problems = problem_rows(problems, "(suite)", &s->problems);
    if (problems[0] != '\0')
        text = text_format(
            "%s\n| target | why not | where | about | what |\n|---|---|---|---|---|\n%s", text,
            problems);
    return text_write(path, text);
}
