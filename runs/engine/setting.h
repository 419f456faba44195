/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_SETTING_H
#define SP_ENGINE_SETTING_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "bounds/base/error.h"
#include "runs/engine/delay.h"
#include "runs/engine/listed.h"
#include "runs/engine/rule.h"
#include "runs/problem/problem.h"

/* What a run is: everything that decides its result, as texts that can be kept, and read. */
enum sp_variant { SP_SYNC, SP_KSYNC, SP_KBSYNC, SP_ASYNC, SP_KASYNC, SP_KBASYNC, SP_VARIANTS };

enum sp_engine { SP_SIMULATE, SP_THREADS, SP_MPI, SP_ENGINES };

/* Keys, in the order of the table in setting_keys.c. */
#define SP_SETTING_KEYS 35

struct sp_run_setting {
    char *text[SP_SETTING_KEYS]; /* as given, or the default */
    enum sp_variant variant;
    uint32_t learners, wanted; /* P, K */
    struct sp_rule_options rule;
    uint32_t batch;   /* m */
    uint64_t updates; /* J */
    struct sp_delay delay;
    struct sp_listed slow;  /* learners whose times are this many times the law's */
    struct sp_listed crash; /* learners that deliver nothing after this time [s] */
    uint64_t seed;
    uint32_t seeds;
    uint32_t checkpoints, probes;
    int deliveries; /* 1: the trace holds every delivery */
    enum sp_engine engine;
    double sleep;    /* in real time: seconds slept for each second of the law */
    double patience; /* mpi: seconds without a word after which a far learner counts as lost */
    uint64_t top;    /* entries that the TopK compressor keeps; 0: no compression */
    int problem;     /* index into sp_problem_names */
    struct sp_logistic_options logistic;
    struct sp_quadratic_options quadratic;
};

/* All defaults; then keys one by one; then check, which also fills in what follows from others
 * (K of sync and async). SP_USAGE: unknown key or word (with the nearest), a number out of range,
 * K > P, a key that is needed and missing. */
enum sp_status sp_run_setting_start(struct sp_run_setting *setting, struct sp_error *err);
enum sp_status sp_run_setting_put(struct sp_run_setting *setting, const char *key,
                                  const char *value, struct sp_error *err);
enum sp_status sp_run_setting_check(struct sp_run_setting *setting, struct sp_error *err);
void sp_run_setting_clear(struct sp_run_setting *setting);

/* An object key -> text, from which the same setting is read again. */
json_t *sp_run_setting_json(const struct sp_run_setting *setting);
enum sp_status sp_run_setting_from_json(struct sp_run_setting *setting, const json_t *object,
                                        struct sp_error *err);

/* "KEY=DEFAULT  help", a line a key. */
void sp_run_setting_help(FILE *out);
/* The names of all keys, NULL-terminated. */
const char *const *sp_run_setting_names(void);

const char *sp_variant_word(enum sp_variant variant); /* "kbasync": as bounds take it */
const char *sp_variant_text(enum sp_variant variant); /* "K-batch-async" */
int sp_variant_cancels(enum sp_variant variant);
int sp_variant_is_batch(enum sp_variant variant);

/* Does every learner's time have the one law, for ever? */
int sp_run_setting_is_even(const struct sp_run_setting *setting);
/* Seconds of the law that this job of the learner takes. */
double sp_run_setting_delay(const struct sp_run_setting *setting, uint64_t seed, uint32_t learner,
                            uint64_t job);
/* When that job, begun at `now` on the virtual clock, is delivered; infinite: never. */
double sp_run_setting_due(const struct sp_run_setting *setting, uint64_t seed, uint32_t learner,
                          uint64_t job, double now);

/* Makes the problem that the setting names. */
enum sp_status sp_run_setting_problem(struct sp_problem *problem,
                                      const struct sp_run_setting *setting, struct sp_error *err);

#endif
