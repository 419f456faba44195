/* SPDX-License-Identifier: Apache-2.0 */
/* sp-mutants [-b BUILD] [-j JOBS] [-n SAMPLE -s SEED] [-l LIBRARIES] [-r RECORD [-p PAGE]] [-t SECONDS]
 *            [-f] [TARGET...]
 * -l: what a unit test is linked with; without it only the proofs are asked. -r: verdicts are kept in
 * this file, and only what it does not know is tried. -p: writes the table. -t: begins no trial after
 * so many seconds. -f: tries all anew.
 * Puts one fault at a time into each proved kernel and asks whether the proof, and whether the unit
 * test, notices. With -n, that many mutants of each target. Exit: 0 enough were killed, 1 not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proofs/gate/shell.h"
#include "proofs/mutants/record.h"
#include "proofs/mutants/table.h"
#include "proofs/mutants/trial.h"

#define ENOUGH 0.95      /* score of a target, by proof */
#define LEAST_MUTANTS 15 /* judged mutants of a target */
#define SHORT_KERNEL 30  /* a kernel with fewer mutants than this gets more operators */

static struct {
    const char *build, *link, *page, *record;
    long sample;
    unsigned long seed;
    struct plan plan;
} settings = {.build = "build", .link = "", .seed = 1, .plan = {.jobs = 4}};

static struct bench *benches;
static struct mutants *lists;
static size_t n_benches;

static const char *test_object(const struct target *t)
{
    char *path = text_format("%s/obj/tests/unit/t_%s.o", settings.build, t->test);
    return settings.link[0] != '\0' && access(path, R_OK) == 0 ? path : NULL;
}

static int is_ours(const char *path)
{
    return strncmp(path, "kernels/", 8) == 0;
}

static struct bench make_bench(const struct target *t)
{
    struct bench b = {.target = t, .build = settings.build, .link = settings.link};
    const char *folder = text_format("%s/mutants/%s", settings.build, t->name);
    mkdir(text_format("%s/mutants", settings.build), 0777);
    mkdir(text_format("%s/mutants/cache", settings.build), 0777);
    mkdir(folder, 0777);
    b.unit = unit_load(t->file, folder);
    if (b.unit.error != NULL)
        text_die(3, "%s: %s", t->file, b.unit.error);
    const char *proof = text_format("%s/proofs/%s/prove", settings.build, t->name);
    b.log = text_read(text_format("%s/log", proof));
    if (b.log == NULL || text_read(text_format("%s/key", proof)) == NULL)
        text_die(1, "%s is not proved: make verify TARGET=%s first", t->name, t->name);
    struct words read = words_copy(&b.unit.inputs);
    words_add(&read, "proofs/wp/versions");
    words_add(&read, "proofs/wp/share/staleproof.mlw");
    words_add(&read, "proofs/wp/share/staleproof.driver");
    b.salt = unit_hash(&read, text_format("2 %s %s", t->model, t->flags));
    b.test = test_object(t);
    return b;
}

static size_t add_baselines(struct mutants *list, const struct source *s)
{
    for (size_t i = 0; i < s->n_bodies; i++)
        mutants_add(list, s, &s->bodies[i], "baseline", s->bodies[i].start, 0, "");
    return s->n_bodies;
}

/* Keeps the functions that the target answers for: of the others it has no proofs, so no budgets,
 * and a fault in them would be "exhausted" whatever it is. Returns how many were dropped. */
static size_t keep_own(const struct bench *b, struct mutants *list, size_t from)
{
    const struct words own = text_words(b->target->functions);
    const size_t before = list->n;
    size_t kept = from;
    for (size_t i = from; i < list->n; i++)
        if (words_has(&own, "all") || words_has(&own, list->mutant[i].function))
            list->mutant[kept++] = list->mutant[i];
    list->n = kept;
    return before - kept;
}

/* Bodies and contracts in the unit and in what it includes of kernels/. The sources stay in
 * memory: the mutants point into them. Baselines first: what they prove is then in the cache. */
static struct mutants make_mutants(const struct bench *b)
{
    struct mutants list = {0};
    struct source **sources = text_memory((b->unit.inputs.n + 1) * sizeof *sources);
    size_t n = 0, baselines = 0;
    for (size_t i = 0; i < b->unit.inputs.n; i++) {
        if (!is_ours(b->unit.inputs.word[i]))
            continue;
        sources[n] = text_memory(sizeof **sources);
        *sources[n] = source_load(b->unit.inputs.word[i], &b->unit.defined);
        baselines += add_baselines(&list, sources[n++]);
    }
    baselines -= keep_own(b, &list, 0);
    for (size_t i = 0; i < n; i++) {
        mutants_of_code(&list, sources[i]);
        mutants_of_contracts(&list, sources[i]);
    }
    keep_own(b, &list, baselines);
    for (size_t i = 0; i < n && list.n - baselines < SHORT_KERNEL; i++)
        mutants_of_short_code(&list, sources[i]);
    keep_own(b, &list, baselines);
    return list;
}

/* Lines "ID TARGET REASON". */
static void mark_equivalent(struct mutants *list, const char *target)
{
    char *text = text_read("proofs/mutants/equivalent");
    for (char *line; (line = text_line(&text)) != NULL;) {
        struct words w = text_words(line);
        if (w.n < 3 || w.word[0][0] == '#' || strcmp(w.word[1], target) != 0)
            continue;
        for (size_t i = 0; i < list->n; i++)
            if (strcmp(list->mutant[i].id, w.word[0]) == 0) {
                list->mutant[i].proof = PROOF_EQUIVALENT;
                list->mutant[i].test = TEST_NONE;
                list->mutant[i].note = "listed";
            }
    }
}

/* The unchanged function must be proved with the budget that its mutants get, and the unchanged
 * kernel must pass its test: else a kill would mean nothing. */
static int baseline_is_good(const struct mutant *m)
{
    if (m->proof == PROOF_UNTRIED || (m->proof == PROOF_MISSED && m->test != TEST_KILLED))
        return 1;
    printf("BASELINE   %s: the unchanged function %s\n", m->function,
           m->test == TEST_KILLED ? "fails its unit test" : "is not proved within its budget");
    return 0;
}

static void say(const struct trial *t)
{
    const struct mutant *m = t->mutant;
    if (settings.record != NULL)
        record_add(settings.record, t->bench, m);
    if (!mutant_is_baseline(m))
        mutant_print(m);
    else if (m->proof == PROOF_MISSED)
        printf("control    %s: proved unchanged, %.1f s\n", m->function, m->seconds);
}

static int by_cost(const void *x, const void *y)
{
    const struct trial *a = x, *b = y;
    if (a->goals != b->goals)
        return a->goals < b->goals ? -1 : 1;
    return a->mutant < b->mutant ? -1 : a->mutant > b->mutant;
}

/* The cheap ones first; the control of a function before its mutants, which profit from its cache. */
static void run(void)
{
    size_t n = 0;
    for (size_t i = 0; i < n_benches; i++)
        n += lists[i].n;
    struct trial *trials = text_memory((n + 1) * sizeof *trials);
    n = 0;
    for (size_t i = 0; i < n_benches; i++)
        for (size_t k = 0; k < lists[i].n; k++) {
            struct mutant *m = &lists[i].mutant[k];
            const int known = settings.record != NULL && m->proof != PROOF_UNTRIED;
            if (m->chosen && !known)
                trials[n++] =
                    (struct trial){&benches[i], m, budget_of(&benches[i], m->function).goals};
        }
    if (settings.record != NULL)
        qsort(trials, n, sizeof *trials, by_cost);
    trials_run(trials, n, &settings.plan, say);
}

/* Counts the mutants of one target. Returns whether what is known of them is good. */
static int count(size_t i, struct score *score, long *untried)
{
    int good = 1;
    *score = (struct score){.target = benches[i].target->name};
    for (size_t k = 0; k < lists[i].n; k++) {
        const struct mutant *m = &lists[i].mutant[k];
        if (mutant_is_baseline(m)) {
            good = baseline_is_good(m) && good;
            continue;
        }
        score->possible++;
        if (m->proof == PROOF_UNTRIED)
            ++*untried;
        else
            score_count(score, m);
    }
    /* All that a sample took of a target may have been no C. */
    const long judged = score_judged(score);
    return good && score->crashed == 0 && (judged == 0 || score_proof(score) >= ENOUGH);
}

static int has_enough(const struct score *s)
{
    if (score_judged(s) >= LEAST_MUTANTS)
        return 1;
    printf("TOO FEW    %s: %ld mutants, at least %d are needed\n", s->target, score_judged(s),
           LEAST_MUTANTS);
    return 0;
}

static int judge(void)
{
    struct score *scores = text_memory((n_benches + 1) * sizeof *scores);
    const int whole = settings.sample == 0 && settings.plan.seconds == 0;
    int good = n_benches > 0;
    long untried = 0;
    for (size_t i = 0; i < n_benches; i++) {
        good = count(i, &scores[i], &untried) && good;
        if (whole)
            good = has_enough(&scores[i]) && good;
    }
    table_print(scores, n_benches);
    if ((whole || settings.record != NULL) &&
        table_write_json(scores, n_benches,
                         text_format("%s/proofs/mutants.json", settings.build)) != 0)
        text_die(3, "cannot write the scores");
    if (settings.record != NULL)
        record_tidy(settings.record, benches, lists, n_benches);
    if (settings.page != NULL && table_write_page(scores, lists, n_benches, settings.page) != 0)
        text_die(3, "cannot write %s", settings.page);
    printf("mutants: %s%s\n", good ? "enough killed by proof" : "NOT ENOUGH KILLED BY PROOF",
           settings.record != NULL && untried > 0
               ? text_format(", as far as they were tried (%ld were not)", untried)
               : "");
    return good ? 0 : 1;
}

static struct words read_arguments(int argc, char **argv)
{
    struct words only = {0};
    for (int option; (option = getopt(argc, argv, "b:j:n:s:l:p:r:t:f")) != -1;) {
        switch (option) {
        case 'b':
            settings.build = optarg;
            break;
        case 'j':
            settings.plan.jobs = strtol(optarg, NULL, 10);
            break;
        case 'n':
            settings.sample = strtol(optarg, NULL, 10);
            break;
        case 's':
            settings.seed = strtoul(optarg, NULL, 10);
            break;
        case 'l':
            settings.link = optarg;
            break;
        case 'r':
            settings.record = optarg;
            break;
        case 'p':
            settings.page = optarg;
            break;
        case 't':
            settings.plan.seconds = strtol(optarg, NULL, 10);
            break;
        case 'f':
            settings.plan.again = 1;
            break;
        default:
            text_die(2, "sp-mutants [-b BUILD] [-j JOBS] [-n SAMPLE] [-s SEED] [-l LIBRARIES] "
                        "[-r RECORD] [-p PAGE] [-t SECONDS] [-f] [TARGET...]");
        }
    }
    if (settings.plan.jobs < 1 || settings.plan.seconds < 0)
        text_die(2, "the number of jobs must be positive, and that of seconds not negative");
    for (int i = optind; i < argc; i++)
        words_add(&only, argv[i]);
    return only;
}

static struct mutants load(const struct bench *b)
{
    struct mutants list = make_mutants(b);
    mark_equivalent(&list, b->target->name);
    if (settings.record != NULL && !settings.plan.again)
        record_recall(settings.record, b, &list);
    if (settings.sample > 0)
        sample_some(b, &list, settings.sample, settings.seed);
    else
        sample_all(&list);
    return list;
}

int main(int argc, char **argv)
{
    const struct words only = read_arguments(argc, argv);
    struct targets targets = targets_load("specs/targets", "proofs/wp/presets", &only);
    benches = text_memory((targets.n + 1) * sizeof *benches);
    lists = text_memory((targets.n + 1) * sizeof *lists);
    if (settings.sample > 0)
        printf("seed %lu\n", settings.seed);
    for (; n_benches < targets.n; n_benches++) {
        benches[n_benches] = make_bench(&targets.target[n_benches]);
        lists[n_benches] = load(&benches[n_benches]);
    }
    run();
    /* After -f, or a crash: what was not tried now may be known from before. */
    for (size_t i = 0; settings.record != NULL && i < n_benches; i++)
        record_recall(settings.record, &benches[i], &lists[i]);
    return judge();
}
