/* SPDX-License-Identifier: Apache-2.0 */
/* sp-mutants [-b BUILD] [-j JOBS] [-n SAMPLE -s SEED] [-l LIBRARIES] [-p PAGE] [TARGET...]
 * -l: what a unit test is linked with; without it only the proofs are asked. -p: writes the table.
 * Puts one fault at a time into each proved kernel and asks whether the proof, and whether the unit
 * test, notices. With -n, that many mutants of each target. Exit: 0 enough were killed, 1 not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proofs/gate/shell.h"
#include "proofs/mutants/table.h"
#include "proofs/mutants/trial.h"

#define ENOUGH 0.95       /* score of a target, by proof */
#define LEAST_MUTANTS 15  /* judged mutants of a target */
#define SMALL_FUNCTION 20 /* goals; the unchanged function is then proved in a sample too */
#define SHORT_KERNEL 30   /* a kernel with fewer mutants than this gets more operators */

static struct {
    const char *build, *link, *page;
    long jobs, sample;
    unsigned long seed;
} settings = {"build", "", NULL, 4, 0, 1};

static struct bench *benches;
static struct mutants *lists;
static size_t n_benches;
static long *possible; /* mutants of each, before a sample is taken */

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
    words_add(&read, t->path);
    words_add(&read, "proofs/wp/presets");
    b.salt = unit_hash(&read, "1");
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

static unsigned long next_random(unsigned long *state)
{
    *state = *state * 6364136223846793005ul + 1442695040888963407ul;
    return *state >> 33;
}

/* One that compiles, to other object code. */
static int is_real(const struct bench *b, const struct mutant *m)
{
    int status;
    const char *folder = text_format("%s/mutants/%s/sample.work", b->build, b->target->name);
    mkdir(folder, 0777);
    trial_overlay(m, folder);
    const int real = trial_same_object(b, m, folder) == 0;
    shell_output(text_format("rm -rf %s", shell_quote(folder)), &status);
    return real;
}

/* Is the control of this function cheap enough for a sample? */
static int is_small(const struct bench *b, const struct mutant *m)
{
    return budget_of(b, m->function).goals <= SMALL_FUNCTION;
}

static int has_function(const struct mutants *list, const char *function)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->mutant[i].function, function) == 0)
            return 1;
    return 0;
}

/* Leaves `count` changes of code, taken by the seed, and the controls of small functions. */
static void take_sample(const struct bench *b, struct mutants *list, long count)
{
    unsigned long state = settings.seed;
    struct mutants some = {text_memory((list->n + 1) * sizeof(struct mutant)), 0};
    for (long tries = 0; tries < 1000 && (long)some.n < count && list->n > 0; tries++) {
        struct mutant *m = &list->mutant[next_random(&state) % list->n];
        if (m->contract || mutant_is_baseline(m) || m->proof == PROOF_EQUIVALENT || m->at == 0 ||
            !is_real(b, m))
            continue;
        some.mutant[some.n++] = *m;
        m->at = 0; /* taken */
    }
    for (size_t i = 0; i < list->n; i++) {
        struct mutant *m = &list->mutant[i];
        if (mutant_is_baseline(m) && has_function(&some, m->function) && is_small(b, m))
            some.mutant[some.n++] = *m;
    }
    *list = some;
}

/* The unchanged function must be proved with the budget that its mutants get, and the unchanged
 * kernel must pass its test: else a kill would mean nothing. */
static int baseline_is_good(const struct mutant *m)
{
    if (m->proof == PROOF_MISSED && m->test != TEST_KILLED)
        return 1;
    printf("BASELINE   %s: the unchanged function %s\n", m->function,
           m->test == TEST_KILLED ? "fails its unit test" : "is not proved within its budget");
    return 0;
}

static void say(const struct mutant *m)
{
    if (!mutant_is_baseline(m))
        mutant_print(m);
    else if (m->proof == PROOF_MISSED)
        printf("control    %s: proved unchanged, %.1f s\n", m->function, m->seconds);
}

static void run(void)
{
    size_t n = 0;
    for (size_t i = 0; i < n_benches; i++)
        n += lists[i].n;
    struct mutant **all = text_memory((n + 1) * sizeof *all);
    size_t *bench_of = text_memory((n + 1) * sizeof *bench_of);
    n = 0;
    for (size_t i = 0; i < n_benches; i++)
        for (size_t k = 0; k < lists[i].n; k++) {
            all[n] = &lists[i].mutant[k];
            bench_of[n++] = i;
        }
    trials_run(benches, all, bench_of, n, settings.jobs, say);
}

static int judge(void)
{
    struct score *scores = text_memory((n_benches + 1) * sizeof *scores);
    int good = n_benches > 0;
    for (size_t i = 0; i < n_benches; i++) {
        scores[i].target = benches[i].target->name;
        scores[i].possible = possible[i];
        for (size_t k = 0; k < lists[i].n; k++) {
            if (mutant_is_baseline(&lists[i].mutant[k]))
                good = baseline_is_good(&lists[i].mutant[k]) && good;
            else
                score_count(&scores[i], &lists[i].mutant[k]);
        }
        const long judged = score_judged(&scores[i]);
        /* All that a sample took of a target may have been no C. */
        const int none = settings.sample > 0 && judged == 0;
        good = good && scores[i].crashed == 0 && (none || score_proof(&scores[i]) >= ENOUGH);
        if (settings.sample == 0 && judged < LEAST_MUTANTS) {
            printf("TOO FEW    %s: %ld mutants, at least %d are needed\n", scores[i].target,
                   judged, LEAST_MUTANTS);
            good = 0;
        }
    }
    table_print(scores, n_benches);
    if (settings.sample == 0 &&
        table_write_json(scores, n_benches, text_format("%s/proofs/mutants.json",
                                                        settings.build)) != 0)
        text_die(3, "cannot write the scores");
    if (settings.page != NULL && table_write_page(scores, lists, n_benches, settings.page) != 0)
        text_die(3, "cannot write %s", settings.page);
    printf("mutants: %s\n", good ? "enough killed by proof" : "NOT ENOUGH KILLED BY PROOF");
    return good ? 0 : 1;
}

static struct words read_arguments(int argc, char **argv)
{
    struct words only = {0};
    for (int option; (option = getopt(argc, argv, "b:j:n:s:l:p:")) != -1;) {
        if (option == 'b')
            settings.build = optarg;
        else if (option == 'j')
            settings.jobs = strtol(optarg, NULL, 10);
        else if (option == 'n')
            settings.sample = strtol(optarg, NULL, 10);
        else if (option == 's')
            settings.seed = strtoul(optarg, NULL, 10);
        else if (option == 'p')
            settings.page = optarg;
        else if (option == 'l')
            settings.link = optarg;
        else
            text_die(2, "sp-mutants [-b BUILD] [-j JOBS] [-n SAMPLE] [-s SEED] [-l LIBRARIES] "
                        "[-p PAGE] [TARGET...]");
    }
    if (settings.jobs < 1)
        text_die(2, "the number of jobs must be positive");
    for (int i = optind; i < argc; i++)
        words_add(&only, argv[i]);
    return only;
}

int main(int argc, char **argv)
{
    const struct words only = read_arguments(argc, argv);
    struct targets targets = targets_load("specs/targets", "proofs/wp/presets", &only);
    benches = text_memory((targets.n + 1) * sizeof *benches);
    lists = text_memory((targets.n + 1) * sizeof *lists);
    possible = text_memory((targets.n + 1) * sizeof *possible);
    if (settings.sample > 0)
        printf("seed %lu\n", settings.seed);
    for (; n_benches < targets.n; n_benches++) {
        benches[n_benches] = make_bench(&targets.target[n_benches]);
        lists[n_benches] = make_mutants(&benches[n_benches]);
        mark_equivalent(&lists[n_benches], targets.target[n_benches].name);
        for (size_t k = 0; k < lists[n_benches].n; k++)
            possible[n_benches] += !mutant_is_baseline(&lists[n_benches].mutant[k]);
        if (settings.sample > 0)
            take_sample(&benches[n_benches], &lists[n_benches], settings.sample);
    }
    run();
    return judge();
}
