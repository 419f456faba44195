/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/preset.h"

#include "runs/engine/setting_keys.h"

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define RUNS(...) ((const sp_preset_keys[]){__VA_ARGS__, NULL})

/* One step size in all four: what differs is only who waits for whom. Each goes on until it has
 * reached its floor, so their virtual times differ. */
#define FIG5                                                                                       \
    "problem", "logistic", "P", "8", "law", "exp:1", "m", "16", "eta", "1/1000", "l2", "1",        \
        "probes", "60", "seeds", "20"
#define FIG5_SYNC KEYS(FIG5, "variant", "sync", "J", "4000")
#define FIG5_KBSYNC KEYS(FIG5, "variant", "kbsync", "K", "4", "J", "8000")
#define FIG5_KBASYNC KEYS(FIG5, "variant", "kbasync", "K", "4", "J", "8000")
#define FIG5_ASYNC KEYS(FIG5, "variant", "async", "J", "20000")

/* Delays whose hazard falls: new is quicker than used, so starting over pays. */
#define RESTART                                                                                    \
    "problem", "none", "P", "8", "law", "hyperexp:1/2,4,2/5", "J", "20000", "seeds", "20"

#define TOPK                                                                                       \
    "problem", "logistic", "variant", "sync", "P", "8", "m", "16", "eta", "1/1000", "J", "2000",   \
        "seeds", "10"

/* A step small enough for the staleness of 32 learners: what is compared is the time to one loss. */
#define APAM                                                                                       \
    "problem", "logistic", "variant", "async", "step", "amsgrad", "m", "16", "eta", "1/20000",     \
        "J", "6000", "checkpoints", "200", "seeds", "10"

static const struct {
    const char *name, *text;
    const sp_preset_keys *runs;
} presets[] = {
    {"dutta-fig5", "error against time of four variants, as in dutta2018",
     RUNS(FIG5_SYNC, FIG5_KBSYNC, FIG5_KBASYNC, FIG5_ASYNC)},
    {"dutta-sync", "its synchronous run alone", RUNS(FIG5_SYNC)},
    {"dutta-kbsync", "its K-batch-sync run alone", RUNS(FIG5_KBSYNC)},
    {"dutta-kbasync", "its K-batch-async run alone", RUNS(FIG5_KBASYNC)},
    {"dutta-async", "its asynchronous run alone", RUNS(FIG5_ASYNC)},
    {"dutta-speedup", "time of an update, synchronous and asynchronous, 16 learners",
     RUNS(KEYS("problem", "none", "variant", "sync", "P", "16", "J", "20000", "seeds", "20"),
          KEYS("problem", "none", "variant", "async", "P", "16", "J", "200000", "seeds", "20"))},
    {"restart-wins", "cancelling is quicker than asynchrony where new is quicker than used",
     RUNS(KEYS(RESTART, "variant", "ksync", "K", "1"), KEYS(RESTART, "variant", "async"),
          KEYS(RESTART, "variant", "ksync", "K", "4"),
          KEYS(RESTART, "variant", "kasync", "K", "4"))},
    {"topk", "whole gradients, and one in eight entries with error feedback",
     RUNS(KEYS(TOPK, "name", "whole"), KEYS(TOPK, "top", "98", "name", "top98"))},
    {"apam-speedup", "asynchronous AMSGrad, one learner and 32, as in xu2020",
     RUNS(KEYS(APAM, "P", "1", "name", "one"), KEYS(APAM, "P", "32", "name", "thirty-two"))},
    {"clock", "the simulator's speed: a million events without a model",
     RUNS(KEYS("problem", "none", "variant", "async", "P", "100", "J", "1000000", "seeds", "1"))},
};
#define PRESETS (sizeof presets / sizeof presets[0])

enum sp_status sp_preset_find(const sp_preset_keys **runs, const char *name, struct sp_error *err)
{
    const char *names[PRESETS];
    int index = 0;
    for (size_t k = 0; k < PRESETS; k++)
        names[k] = presets[k].name;
    enum sp_status status = sp_word_read(&index, "preset", name, names, PRESETS, err);
    if (status == SP_OK)
        *runs = presets[index].runs;
    return status;
}

void sp_preset_list(FILE *out)
{
    for (size_t k = 0; k < PRESETS; k++)
        fprintf(out, "%-14s %s\n", presets[k].name, presets[k].text);
}
