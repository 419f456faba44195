/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/evidence.h"

/* Messages of Frama-C by a part of their text. The first that fits counts. A warning that fits
 * none is UNKNOWN_MESSAGE: what the gate does not understand cannot be proved. */
static const struct {
    const char *part, *code;
} table[] = {
    {"Failed smoke-test", ""}, /* the smoke test itself is reported */
    {"not found in why3.conf", "PROVER_MISSING"},
    {"Deferred error message", ""}, /* a repetition */
    {"guaranteed RTE", "RUNTIME_ERROR"},
    {"Memory model hypotheses", "MEMORY_HYPOTHESIS"},
    {"Missing RTE guards", "RTE_DISABLED"},
    {"unsound", "MAY_BE_UNSOUND"},
    {"inconsistent", "PROPERTY_INCONSISTENT"},
    {"Cast with incompatible pointers", "POINTER_CAST"},
    {"Degenerated", "DEGENERATED"},
    {"Missing assigns", "UNCONSTRAINED_ASSIGNS"},
    {"No 'assigns' specification", "UNCONSTRAINED_ASSIGNS"},
    {"generating default assigns", "ASSUMED_CALLEE_CONTRACT"},
    {"Neither code nor specification", "ASSUMED_CALLEE_CONTRACT"},
    {"'decreases'", "UNCONSTRAINED_TERMINATION"},
    {"'terminates'", "UNCONSTRAINED_TERMINATION"},
    {"not yet supported", "UNSUPPORTED"},
    {"ot yet implemented", "UNSUPPORTED"},
    {"nsupported", "UNSUPPORTED"},
    {"gnored", "ANNOTATION_LOST"},
    {"annot-error", "ANNOTATION_LOST"},
    {"Why3 Error", "TOOL_FAILED"},
    {"User Error", "TOOL_FAILED"},
    {"Failure", "TOOL_FAILED"},
    {"aborted", "TOOL_FAILED"},
    {"Fatal", "TOOL_FAILED"},
    {"No goal generated", "TOOL_FAILED"},
    {"Warning:", "UNKNOWN_MESSAGE"},
};

static const char *code_of(const char *message)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strstr(message, table[i].part) != NULL)
            return table[i].code;
    return "";
}

/* "[wp] dir/file.c:12: Warning: ..." */
static void find_place(const char *message, struct problem *p)
{
    const char *start = strstr(message, "] ");
    const char *colon = start == NULL ? NULL : strchr(start, ':');
    if (colon == NULL || strchr(text_copy(start + 2, (size_t)(colon - start - 2)), ' ') != NULL)
        return;
    p->line = strtol(colon + 1, NULL, 10);
    if (p->line > 0)
        p->file = text_copy(start + 2, (size_t)(colon - start - 2));
}

/* A name between quotes, else the place: what the message is about. */
static const char *subject_of(const char *message, const struct problem *p)
{
    const char *quote = strstr(message, " '");
    const char *end = quote == NULL ? NULL : strchr(quote + 2, '\'');
    if (end != NULL)
        return text_copy(quote + 2, (size_t)(end - quote - 2));
    return p->file != NULL ? p->file : "frama-c";
}

static char *in_one_line(const char *message)
{
    struct words list = text_words(message);
    char *line = "";
    for (size_t i = 0; i < list.n; i++)
        line = text_format("%s%s%s", line, i > 0 ? " " : "", list.word[i]);
    return line;
}

void evidence_read_message(struct evidence *e, const char *message)
{
    struct problem p = {.code = code_of(message), .text = in_one_line(message)};
    if (p.code[0] == '\0')
        return;
    find_place(message, &p);
    p.subject = subject_of(message, &p);
    problems_add(&e->problems, p);
}
