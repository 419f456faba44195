/* SPDX-License-Identifier: Apache-2.0 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proofs/gate/suite.h"

static void add_row(struct suite *s, const char *kind, const char *subject, const char *target)
{
    for (size_t i = 0; i < s->n_rows; i++)
        if (strcmp(s->row[i].kind, kind) == 0 && strcmp(s->row[i].subject, subject) == 0 &&
            strcmp(s->row[i].target, target) == 0)
            return;
    s->row = realloc(s->row, (s->n_rows + 1) * sizeof *s->row);
    if (s->row == NULL)
        text_die(5, "out of memory");
    s->row[s->n_rows++] = (struct row){kind, subject, target, NULL};
}

static void find_unproved_in(struct suite *s, const char *file)
{
    struct unit u = unit_load(file, s->settings.build);
    if (u.error != NULL)
        problems_say(&s->problems, "KERNEL_MISSING", u.file, "%s: %.300s", u.file, u.error);
    for (size_t k = 0; k < u.exported.n; k++)
        if (targets_find_kernel(&s->targets, u.exported.word[k]) == NULL)
            add_row(s, "unproved", u.exported.word[k], "");
}

void suite_find_unproved(struct suite *s)
{
    struct words files = {0};
    glob_t all;
    if (glob("kernels/*/*.c", 0, NULL, &all) != 0)
        text_die(3, "no kernels: not at the root of the sources?");
    for (size_t i = 0; i < all.gl_pathc && s->whole; i++)
        words_add(&files, all.gl_pathv[i]);
    globfree(&all);
    for (size_t i = 0; i < s->n && !s->whole; i++)
        if (s->result[i].unit.error == NULL)
            words_add_new(&files, s->result[i].target->file);
    for (size_t i = 0; i < files.n; i++)
        find_unproved_in(s, files.word[i]);
}

static void collect(struct suite *s, const struct result *r)
{
    const struct target *t = r->target;
    for (size_t i = 0; i < r->evidence.axioms.n; i++)
        add_row(s, "axiom", r->evidence.axioms.word[i], t->name);
    for (size_t i = 0; i < t->assumes.n; i++)
        add_row(s, "contract", text_words(t->assumes.word[i]).word[0], t->name);
    for (size_t i = 0; i < t->allows.n; i++) {
        struct words w = text_words(t->allows.word[i]);
        if (w.n >= 2)
            add_row(s, "message", text_format("%s:%s", w.word[0], w.word[1]), t->name);
    }
}

/* A reviewed row "KIND SUBJECT REASON" stands for every target that uses the subject. Returns how
 * many it covers. */
static int cover(struct suite *s, const char *kind, const char *subject, const char *reason)
{
    int covered = 0;
    for (size_t i = 0; i < s->n_rows; i++)
        if (strcmp(s->row[i].kind, kind) == 0 && strcmp(s->row[i].subject, subject) == 0) {
            s->row[i].reason = reason;
            covered++;
        }
    return covered;
}

static void read_reviewed(struct suite *s, const char *path)
{
    char *text = text_read(path);
    long number = 0;
    for (char *line; (line = text_line(&text)) != NULL;) {
        number++;
        char *rest = line;
        const char *kind = text_word(&rest), *subject = text_word(&rest);
        if (kind == NULL || kind[0] == '#')
            continue;
        if (subject == NULL || rest == NULL || *text_skip_blanks(rest) == '\0')
            text_die(3, "%s:%ld: a row is KIND SUBJECT REASON", path, number);
        if (cover(s, kind, subject, text_skip_blanks(rest)) == 0 && s->whole)
            problems_add(&s->problems,
                         (struct problem){"REVIEW_STALE", subject,
                                          text_format("nothing needs '%s %s' any more", kind,
                                                      subject),
                                          path, number});
    }
}

static const struct result *result_of(const struct suite *s, const char *target)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->result[i].target->name, target) == 0)
            return &s->result[i];
    return NULL;
}

/* The reason of an axiom starts with `definition`, which is checked here, or with the test that
 * tries to falsify it. */
static void check_axiom(struct suite *s, const struct row *row)
{
    const char *first = text_words(row->reason).word[0];
    const struct result *r = result_of(s, row->target);
    if (strcmp(first, "definition") == 0) {
        const char *printed = text_read(text_format("%s/print.c", r->folder));
        if (printed == NULL || !axiom_is_definition(printed, row->subject))
            problems_say(&s->problems, "ASSUMED_VALID", row->subject,
                         "axiom %s (target %s) is not the definition of a symbol used nowhere "
                         "else in the axioms",
                         row->subject, row->target);
    } else if (access(first, R_OK) != 0)
        problems_say(&s->problems, "ASSUMED_VALID", row->subject,
                     "axiom %s needs a falsification test; there is no file %s", row->subject,
                     first);
}

void suite_review(struct suite *s, const char *reviewed)
{
    for (size_t i = 0; i < s->n; i++)
        collect(s, &s->result[i]);
    read_reviewed(s, reviewed);
    for (size_t i = 0; i < s->n_rows; i++) {
        const struct row *row = &s->row[i];
        if (row->reason == NULL)
            problems_say(&s->problems,
                         strcmp(row->kind, "unproved") == 0 ? "KERNEL_WITHOUT_TARGET"
                                                            : "NOT_REVIEWED",
                         row->subject, "%s %s%s%s is not in %s", row->kind, row->subject,
                         row->target[0] == '\0' ? "" : " of target ", row->target, reviewed);
        else if (strcmp(row->kind, "axiom") == 0)
            check_axiom(s, row);
    }
}
