/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_RESULT_H
#define SP_GATE_RESULT_H
#include "proofs/gate/evidence.h"
#include "proofs/gate/target.h"
#include "proofs/gate/unit.h"

/* One target, from its description to its verdict. */
struct result {
    const struct target *target;
    struct unit unit;
    const char *folder;  /* what frama-c writes goes here, and the hash of what it read */
    const char *command; /* how it is run */
    const char *key;     /* the hash */
    int fresh;           /* run now, and not taken from an earlier run on the same content */
    int exit_code;       /* of frama-c; only said, never trusted */
    double seconds;
    struct evidence evidence;
    struct problems problems; /* empty: proved */
};

enum mode { MODE_PROVE, MODE_SMOKE };

struct settings {
    const char *build;
    long jobs;
    enum mode mode;
    int again; /* run even when nothing changed */
    const char *salt; /* provers, configuration: part of every hash */
};

/* The frama-c command line of a target, with outputs in `folder`. */
char *result_command(const struct target *t, const char *build, const char *folder,
                     enum mode mode);

/* A second run of frama-c that must prove nothing; see probe.c. */
char *probe_command(const struct target *t, const struct unit *u, const char *build,
                    const char *folder);
void probe_judge(struct result *r);

/* Runs what is not up to date, longest first, several at once; `said` is called as each ends. */
void results_run(struct result *results, size_t n, const struct settings *settings,
                 void (*said)(struct result *));

/* Reads the outputs and fills evidence and problems. */
void result_judge(struct result *r, const struct targets *all, enum mode mode);

/* Gives problems about a goal the file and line of what was to be proved. */
void result_place_goals(struct result *r);

/* Does the contract of the function in question require what WP's memory model supposes? */
int hypotheses_are_stated(const char *printed, const struct problem *p);

/* Is there a proved goal for this clause, of this kernel (NULL: of any)? */
int result_has_clause(const struct result *r, const char *kernel, const char *clause);
void result_judge_rungs(struct result *r);

#endif
