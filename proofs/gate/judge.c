/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/result.h"

static void judge_counts(struct result *r, enum mode mode)
{
    const struct evidence *e = &r->evidence;
    struct problems *p = &r->problems;
    const char *name = r->target->name;
    if (e->log_total < 0 || e->report_total < 0) {
        problems_say(p, "TOOL_FAILED", name, "frama-c left no %s (exit code %d)",
                     e->log_total < 0 ? "count of goals" : "report", r->exit_code);
        return;
    }
    if (mode == MODE_SMOKE)
        return; /* smoke tests are counted among the goals; the failed ones are problems */
    if (e->log_proved != e->log_total || e->report_proved != e->report_total)
        problems_say(p, "GOAL_NOT_VALID", name, "%ld of %ld goals proved", e->log_proved,
                     e->log_total);
    else if (e->report_total > e->log_total || (long)e->valid.n != e->log_total)
        problems_say(p, "COUNT_MISMATCH", name,
                     "the log lists %zu valid goals and counts %ld, the report %ld", e->valid.n,
                     e->log_total, e->report_total);
    if (e->log_total < r->target->goals)
        problems_say(p, "GOALS_BELOW_FLOOR", name, "%ld goals, the target states %ld",
                     e->log_total, r->target->goals);
}

static const char *code_of_status(const struct property *p)
{
    if (strcmp(p->status, "Valid") == 0)
        return NULL;
    if (strcmp(p->status, "Considered valid") == 0)
        return strcmp(p->kind, "user hypothesis") == 0 ? "ASSUMED_VALID" : NULL;
    /* What a function requires is its callers' to prove, at each call: a goal of the caller's
     * target. Here the status sums up over all callers, those of other targets too. */
    if ((strcmp(p->status, "Ignored") == 0 || strcmp(p->status, "Unknown") == 0) &&
        strcmp(p->kind, "precondition") == 0)
        return NULL;
    if (strstr(p->status, "dead") != NULL)
        return "PROPERTY_DEAD";
    if (strstr(p->status, "nconsistent") != NULL)
        return "PROPERTY_INCONSISTENT";
    if (strstr(p->status, "Partial") != NULL || strstr(p->status, "under") != NULL)
        return "VALID_UNDER_HYP";
    return "PROPERTY_UNPROVED";
}

static int covers(const struct target *t, const char *function)
{
    struct words some = text_words(t->functions);
    return words_has(&some, "all") || words_has(&some, function);
}

/* A file may be shared out over targets: each answers for the functions it lists. One that no
 * target of the file lists, a ghost function too, is a contract that nobody proves. */
static int covered_elsewhere(const struct result *r, const struct targets *all,
                             const char *function)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->target[i].file, r->target->file) == 0 &&
            covers(&all->target[i], function))
            return !covers(r->target, function);
    return 0;
}

static void judge_properties(struct result *r, const struct targets *all)
{
    const struct evidence *e = &r->evidence;
    for (size_t i = 0; i < e->n_properties; i++) {
        const struct property *p = &e->property[i];
        const char *code = code_of_status(p);
        if (code == NULL || covered_elsewhere(r, all, p->function))
            continue;
        problems_add(&r->problems,
                     (struct problem){code, p->function,
                                      text_format("%s of %s is '%s': %s", p->kind, p->function,
                                                  p->status, p->text),
                                      p->file, p->line});
    }
}

static int has_valid(const struct evidence *e, const char *function, const char *kind)
{
    for (size_t i = 0; i < e->n_properties; i++)
        if (strcmp(e->property[i].function, function) == 0 &&
            strcmp(e->property[i].kind, kind) == 0 && strcmp(e->property[i].status, "Valid") == 0)
            return 1;
    return 0;
}

/* Every function of the file has to say what it changes and to be proved to end. */
static void judge_functions(struct result *r, const struct targets *all)
{
    for (size_t i = 0; i < r->unit.defined.n; i++) {
        const char *f = r->unit.defined.word[i];
        if (covered_elsewhere(r, all, f))
            continue;
        if (!has_valid(&r->evidence, f, "assigns clause"))
            problems_say(&r->problems, "UNCONSTRAINED_ASSIGNS", f, "%s has no proved assigns", f);
        if (!has_valid(&r->evidence, f, "termination clause"))
            problems_say(&r->problems, "UNCONSTRAINED_TERMINATION", f,
                         "%s has no proved `terminates`", f);
    }
}

static void judge_calls(struct result *r, const struct targets *all)
{
    for (size_t i = 0; i < r->unit.undefined.n; i++) {
        const char *f = r->unit.undefined.word[i];
        int stated = targets_find_kernel(all, f) != NULL;
        for (size_t k = 0; k < r->target->assumes.n && !stated; k++)
            stated = strcmp(text_words(r->target->assumes.word[k]).word[0], f) == 0;
        if (!stated)
            problems_say(&r->problems, "ASSUMED_CALLEE_CONTRACT", f,
                         "%s calls %s, whose contract no target proves", r->target->file, f);
    }
}

static void judge_kernels(struct result *r)
{
    const struct target *t = r->target;
    if (r->unit.error != NULL)
        problems_say(&r->problems, "KERNEL_MISSING", t->file, "%s: %.300s", t->file,
                     r->unit.error);
    for (size_t i = 0; i < t->kernels.n && r->unit.error == NULL; i++)
        if (!words_has(&r->unit.exported, t->kernels.word[i]))
            problems_say(&r->problems, "KERNEL_MISSING", t->kernels.word[i],
                         "%s does not define %s", t->file, t->kernels.word[i]);
}

/* A message that the target lists, "CODE SUBJECT REASON", does not count; it stays in the ledger.
 * A goal without proof is not a message. */
static int allowed(const struct target *t, const struct problem *p)
{
    static const char *const may[] = {"MEMORY_HYPOTHESIS", "POINTER_CAST", "UNSUPPORTED",
                                      "PROPERTY_DEAD", "UNKNOWN_MESSAGE"};
    size_t kind = 0;
    while (kind < sizeof may / sizeof may[0] && strcmp(may[kind], p->code) != 0)
        kind++;
    if (kind == sizeof may / sizeof may[0])
        return 0;
    for (size_t i = 0; i < t->allows.n; i++) {
        struct words words = text_words(t->allows.word[i]);
        if (words.n >= 3 && strcmp(words.word[0], p->code) == 0 &&
            strcmp(words.word[1], p->subject) == 0)
            return 1;
    }
    return 0;
}

static char *read_output(const struct result *r, const char *name)
{
    return text_read(text_format("%s/%s", r->folder, name));
}

static void judge_messages(struct result *r)
{
    const struct problems *said = &r->evidence.problems;
    struct words *unstated = &r->evidence.hypotheses;
    const char *printed = read_output(r, "print.c");
    for (size_t i = 0; i < said->n; i++) {
        const struct problem *p = &said->problem[i];
        if (strcmp(p->code, "MEMORY_HYPOTHESIS") == 0 && printed != NULL &&
            hypotheses_are_stated(printed, p))
            continue;
        if (strcmp(p->code, "MEMORY_HYPOTHESIS") == 0)
            words_add_new(unstated, p->text);
        if (!allowed(r->target, p))
            problems_add(&r->problems, *p);
    }
}

void result_judge(struct result *r, const struct targets *all, enum mode mode)
{
    judge_kernels(r);
    if (r->command == NULL)
        return;
    char *log = read_output(r, "log");
    char *table = read_output(r, "properties.csv");
    evidence_read_log(&r->evidence, log == NULL ? text_copy("", 0) : log);
    evidence_read_report(&r->evidence, text_format("%s/report.json", r->folder));
    if (table != NULL)
        evidence_read_properties(&r->evidence, table);
    judge_messages(r);
    judge_counts(r, mode);
    if (mode == MODE_SMOKE)
        return;
    if (table == NULL)
        problems_say(&r->problems, "TOOL_FAILED", r->target->name, "frama-c left no property list");
    else {
        judge_properties(r, all);
        judge_functions(r, all);
    }
    result_judge_rungs(r);
    probe_judge(r);
    judge_calls(r, all);
    unit_lint(&r->unit.inputs, &r->problems);
    result_place_goals(r);
}
