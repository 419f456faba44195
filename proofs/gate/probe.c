/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/result.h"
#include "proofs/gate/shell.h"
#include "proofs/gate/source.h"

/* A contract that contradicts itself makes everything provable. So a copy of the sources asks for
 * `\false` at the start of each function and after all lemmas and axioms, and no prover may
 * prove that. Cheap enough for every run; `make smoke` looks deeper, into loops and branches. */
#define PROBE "/*@ check sp_probe: \\false; */"
#define LEMMA_PROBE "\n/*@ check lemma sp_probe: \\false; */\n"
#define PROBE_STEPS 100000

static char *with_probes(const char *path, const struct words *functions, int is_unit)
{
    struct source s = source_load(path, functions);
    char *text = "";
    size_t done = 0;
    for (size_t i = 0; i < s.n_bodies; i++) {
        const size_t start = s.bodies[i].start;
        text = text_format("%s%s" PROBE, text, text_copy(s.text + done, start - done));
        done = start;
    }
    text = text_format("%s%s%s", text, s.text + done, is_unit ? LEMMA_PROBE : "");
    return text;
}

static void write_copies(const struct unit *u, const char *folder)
{
    for (size_t i = 0; i < u->inputs.n; i++) {
        const char *from = u->inputs.word[i];
        if (strncmp(from, "kernels/", 8) != 0)
            continue;
        const char *to = text_format("%s/probe/%s", folder, from);
        text_make_folders(to);
        if (text_write(to, with_probes(from, &u->defined, strcmp(from, u->file) == 0)) != 0)
            text_die(3, "cannot write %s", to);
    }
}

/* The first two provers are enough: they are those that prove most. */
char *probe_command(const struct target *t, const struct unit *u, const char *build,
                    const char *folder)
{
    struct words provers = text_words(t->provers);
    const char *some = provers.n < 2 ? provers.word[0]
                                     : text_format("%s,%s", provers.word[0], provers.word[1]);
    write_copies(u, folder);
    const char *copy = text_format("%s/probe", folder);
    return text_format(
        "WHY3CONFIG=%s frama-c -machdep gcc_x86_64 -cpp-extra-args=%s -wp -wp-model %s "
        "-wp-prover %s -wp-steps %d -wp-timeout 20 -wp-par 2 -wp-cache none %s -wp-prop=sp_probe "
        "%s >%s 2>&1 </dev/null",
        shell_quote(text_format("%s/wp/why3.conf", build)),
        shell_quote(text_format("-iquote %s/kernels/include -iquote %s " UNIT_PREPROCESS, copy,
                                copy)),
        t->model, some, PROBE_STEPS, t->flags, shell_quote(text_format("%s/%s", copy, u->file)),
        shell_quote(text_format("%s/probe.log", folder)));
}

void probe_judge(struct result *r)
{
    struct evidence e = {0};
    char *log = text_read(text_format("%s/probe.log", r->folder));
    evidence_read_log(&e, log == NULL ? text_copy("", 0) : log);
    if (e.log_total < (long)r->unit.defined.n + 1)
        problems_say(&r->problems, "TOOL_FAILED", r->target->name,
                     "%ld probes for %zu functions and the lemmas: see %s/probe.log",
                     e.log_total, r->unit.defined.n, r->folder);
    for (size_t i = 0; i < e.valid.n; i++) {
        const int lemma = strstr(e.valid.word[i], "check_lemma_") != NULL;
        problems_say(&r->problems, "SMOKE_TEST", e.valid.word[i],
                     lemma ? "false follows from the lemmas and axioms"
                           : "false is provable at the start of the function: its requires "
                             "contradict each other");
    }
}
