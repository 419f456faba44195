/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/evidence.h"

static void count_prover(struct evidence *e, const char *name, size_t length)
{
    size_t i = 0;
    while (i < e->n_provers &&
           (strncmp(e->provers[i].prover, name, length) != 0 || e->provers[i].prover[length]))
        i++;
    if (i == sizeof e->provers / sizeof e->provers[0])
        text_die(5, "more provers than expected");
    if (i == e->n_provers)
        e->provers[e->n_provers++] = (struct tally){text_copy(name, length), 0};
    e->provers[i].goals++;
}

/* The steps are the last number in brackets: "Valid (Qed:13ms) (230ms) (83317)". */
static void note_steps(struct evidence *e, const char *line)
{
    const char *bracket = strrchr(line, '(');
    char *end;
    long steps = bracket == NULL ? 0 : strtol(bracket + 1, &end, 10);
    if (bracket != NULL && *end == ')' && steps > e->steps)
        e->steps = steps;
}

static void note_goal(struct evidence *e, const char *line, const char *prover)
{
    const char *name = strstr(line, "] Goal ") + 7;
    size_t length = strcspn(name, " ");
    char *goal = text_copy(name, length);
    const char *verdict = strstr(name + length, ": Valid");
    if (strstr(line, "(Stronger)") != NULL || strstr(line, "(Degenerated)") != NULL)
        problems_say(&e->problems, "DEGENERATED", goal, "WP proved another property than stated");
    if (verdict == NULL)
        return; /* the following lines say which prover failed how */
    words_add(&e->valid, goal);
    count_prover(e, prover, strcspn(prover, "]"));
    note_steps(e, line);
    /* Only an `exits \false` may be valid because the exit is never reached. */
    if (strstr(verdict, "(Unreachable)") != NULL && strstr(goal, "_exits") == NULL)
        problems_say(&e->problems, "PROPERTY_DEAD", goal, "valid because never reached");
}

static void note_failure(struct evidence *e, const char *record)
{
    const char *name = strstr(record, "] Goal ");
    name = name == NULL ? record : name + 7;
    char *goal = text_copy(name, strcspn(name, " \n"));
    /* Several provers have a line each; a single one has its answer in the first. */
    const char *how = strchr(record, '\n');
    if (how == NULL)
        how = strstr(name, " : ");
    const char *code = "GOAL_NOT_VALID";
    /* "Failed Unknown error" is how Z3 says that its time is over. */
    if (strstr(goal, "_lemma_") != NULL)
        code = "LEMMA_NOT_PROVED";
    else if (how != NULL && (strstr(how, "Timeout") || strstr(how, "Step limit") ||
                             strstr(how, "Unknown error")))
        code = "PROVER_TIMEOUT";
    else if (how != NULL && strstr(how, "Failed") != NULL)
        code = "PROVER_FAILED";
    struct words reasons = text_words(how);
    char *text = "not proved:";
    for (size_t i = 0; i < reasons.n; i++)
        text = text_format("%s %s", text, reasons.word[i]);
    problems_say(&e->problems, code, goal, "%s", reasons.n == 0 ? "not tried" : text);
}

static void note_smoke(struct evidence *e, const char *record)
{
    const char *name = strstr(record, "Smoke-test ") + 11;
    char *test = text_copy(name, strcspn(name, " \n"));
    if (strncmp(record, "[wp] [Passed]", 13) == 0)
        return;
    problems_say(&e->problems, "SMOKE_TEST", test, "false is provable here: contradictory "
                                                   "requires, assertions or invariants");
}

/* A record is a line that starts with '[' and the lines after it up to the next. */
static void note_record(struct evidence *e, const char *record)
{
    long proved, total;
    const char *tag = strncmp(record, "[wp] [", 6) == 0 ? record + 6 : NULL;
    if (tag != NULL && strstr(record, "Smoke-test ") != NULL)
        note_smoke(e, record);
    else if (tag != NULL && strstr(record, "] Goal ") != NULL) {
        note_goal(e, record, tag);
        if (strstr(record, ": Valid") == NULL)
            note_failure(e, record);
    } else if (strncmp(record, "[wp] Goal ", 10) == 0 && strstr(record, ": not tried") != NULL)
        note_failure(e, record + 3);
    else if (sscanf(record, "[wp] Proved goals: %ld / %ld", &proved, &total) == 2) {
        e->log_proved = proved;
        e->log_total = total;
    } else if (strncmp(record, "[  ", 3) != 0 && strncmp(record, "[ E", 3) != 0)
        evidence_read_message(e, record);
}

/* "[ Extern  ] Axiom 'name'" in the list of properties that follows the proof. */
static void note_axiom(struct evidence *e, const char *line)
{
    const char *name = strstr(line, "] Axiom '");
    if (name != NULL && strncmp(line, "[ Extern", 8) == 0)
        words_add_new(&e->axioms, text_copy(name + 9, strcspn(name + 9, "'")));
}

void evidence_read_log(struct evidence *e, char *log)
{
    char *record = NULL;
    e->log_proved = e->log_total = -1;
    for (char *line; (line = text_line(&log)) != NULL;) {
        note_axiom(e, line);
        if (line[0] == '[' || strncmp(line, "---", 3) == 0) {
            if (record != NULL)
                note_record(e, record);
            record = line[0] == '[' ? line : NULL;
        } else if (record != NULL)
            record = text_format("%s\n%s", record, line);
        else if (strstr(line, "rror") != NULL || strstr(line, "ault") != NULL)
            problems_say(&e->problems, "TOOL_FAILED", "output", "%s", line);
    }
    if (record != NULL)
        note_record(e, record);
}
