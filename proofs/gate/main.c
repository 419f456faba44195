/* SPDX-License-Identifier: Apache-2.0 */
/* sp-gate verify|smoke [-b BUILD] [-j JOBS] [-f] [-r junit|sarif|markdown] [TARGET...]
 * Judges proof targets. Exit: 0 proved, 1 not proved, 2 usage or provers missing, 3 bad target. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proofs/gate/shell.h"
#include "proofs/gate/suite.h"

static struct suite suite;
static size_t ended;

/* One gate at a time in a build folder; the lock goes with the process. */
static void take_turn(void)
{
    const char *folder = text_format("%s/proofs", suite.settings.build);
    text_make_folders(text_format("%s/lock", folder));
    const int lock = open(text_format("%s/lock", folder), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (lock < 0)
        text_die(3, "cannot write in %s", folder);
    if (fcntl(lock, F_SETLK, &whole) == 0)
        return;
    fprintf(stderr, "sp-gate: waiting for another one in %s\n", suite.settings.build);
    while (fcntl(lock, F_SETLKW, &whole) != 0)
        if (errno != EINTR)
            text_die(5, "cannot lock %s", folder);
}

/* Tool versions, and the content of the programs and of all configuration: part of each key. */
static char *find_salt(void)
{
    int status;
    char *versions = shell_output("sh proofs/wp/check-versions.sh proofs/wp/versions", &status);
    if (status != 0)
        exit(2);
    const char *command =
        text_format("{ sha256sum proofs/wp/presets proofs/wp/share/* %s/wp/why3.conf "
                    "%s/wp/drivers/*; cd /; for p in frama-c why3 cvc4 cvc5 z3 gappa; do "
                    "sha256sum \"$(command -v $p)\"; done; } | sha256sum",
                    shell_quote(suite.settings.build), shell_quote(suite.settings.build));
    return text_format("%s%s", versions, shell_output(command, &status));
}

static void print_problems(const struct problems *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct problem *p = &list->problem[i];
        if (p->file != NULL)
            printf("    %s %s:%ld: %s: %s\n", p->code, p->file, p->line, p->subject, p->text);
        else
            printf("    %s %s: %s\n", p->code, p->subject, p->text);
    }
}

/* What frama-c reads. The rest of a target (floor, claims, what it allows) is judged anew on every
 * run, and so is no part of it. */
static char *key_of(const struct result *r)
{
    return unit_hash(&r->unit.inputs, text_format("%s %s", suite.settings.salt, r->command));
}

static void say_result(struct result *r)
{
    result_judge(r, &suite.targets, suite.settings.mode);
    /* What was proved must be what was hashed. */
    if (r->fresh && strcmp(r->key, key_of(r)) != 0)
        problems_say(&r->problems, "TOOL_FAILED", r->target->name,
                     "the sources changed during the proof: run it again");
    if (r->problems.n == 0 && r->fresh)
        text_write(text_format("%s/key", r->folder), r->key);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    printf("%-28s %4ld/%-4ld %-10s %6.1f s%s\n", r->target->name,
           r->evidence.log_proved < 0 ? 0 : r->evidence.log_proved,
           r->evidence.log_total < 0 ? 0 : r->evidence.log_total,
           suite.settings.mode == MODE_SMOKE ? (r->problems.n > 0 ? "SMOKE" : "no smoke")
           : r->problems.n > 0               ? "NOT PROVED"
                                             : "proved",
           r->seconds, r->fresh ? "" : "  unchanged");
    print_problems(&r->problems);
    fflush(stdout);
    ended++;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%zu of %zu targets, %zu left", ended, suite.n, suite.n - ended);
}

static void prepare(struct result *r, const struct target *t)
{
    const char *mode = suite.settings.mode == MODE_SMOKE ? "smoke" : "prove";
    r->target = t;
    r->folder = text_format("%s/proofs/%s/%s", suite.settings.build, t->name, mode);
    text_make_folders(text_format("%s/log", r->folder));
    r->unit = unit_load(t->file, r->folder);
    if (r->unit.error != NULL)
        return;
    r->command = result_command(t, suite.settings.build, r->folder, suite.settings.mode);
    if (suite.settings.mode == MODE_PROVE)
        r->command = text_format("%s; result=$?; %s; exit $result", r->command,
                                 probe_command(t, &r->unit, suite.settings.build, r->folder));
    r->key = key_of(r);
}

static int write_reports(const char *form)
{
    const char *folder = text_format("%s/proofs", suite.settings.build);
    int failed = suite.whole && suite.settings.mode == MODE_PROVE &&
                 suite_write_ledger(&suite, text_format("%s/ledger.json", folder)) != 0;
    if (form == NULL || failed)
        return failed;
    const char *path = strcmp(form, "junit") == 0   ? text_format("%s/verify.xml", folder)
                       : strcmp(form, "sarif") == 0 ? text_format("%s/verify.sarif", folder)
                                                    : text_format("%s/verify.md", folder);
    failed = strcmp(form, "junit") == 0   ? suite_write_junit(&suite, path)
             : strcmp(form, "sarif") == 0 ? suite_write_sarif(&suite, path)
                                          : suite_write_markdown(&suite, path);
    printf("report: %s\n", path);
    return failed;
}

static int verdict(void)
{
    long goals = 0, total = 0;
    size_t kernels = 0, failed = 0;
    struct words axioms = {0}; /* two targets of one file rest on the same */
    for (size_t i = 0; i < suite.n; i++) {
        const struct result *r = &suite.result[i];
        goals += r->evidence.log_proved > 0 ? r->evidence.log_proved : 0;
        total += r->evidence.log_total > 0 ? r->evidence.log_total : 0;
        kernels += r->target->kernels.n;
        for (size_t k = 0; k < r->evidence.axioms.n; k++)
            words_add_new(&axioms, r->evidence.axioms.word[k]);
        failed += r->problems.n > 0;
    }
    if (suite.problems.n > 0) {
        printf("of the whole suite:\n");
        print_problems(&suite.problems);
    }
    const int good = failed == 0 && suite.problems.n == 0 && suite.n > 0;
    const int smoke = suite.settings.mode == MODE_SMOKE;
    printf("%s: %zu of %zu targets, %zu kernels, %ld of %ld goals, %zu axioms in the ledger\n",
           smoke  ? (good ? "smoke: no contradiction" : "smoke: CONTRADICTION")
           : good ? "verify: proved"
                  : "verify: NOT PROVED",
           suite.n - failed, suite.n, kernels, goals, total, axioms.n);
    return good ? 0 : 1;
}

static struct words read_arguments(int argc, char **argv, const char **report)
{
    static const char usage[] =
        "sp-gate verify|smoke [-b BUILD] [-j JOBS] [-f] [-r junit|sarif|markdown] [TARGET...]";
    struct words only = {0};
    suite.settings.build = "build";
    suite.settings.jobs = 4;
    if (argc < 2 || (strcmp(argv[1], "verify") != 0 && strcmp(argv[1], "smoke") != 0))
        text_die(2, "%s", usage);
    suite.settings.mode = strcmp(argv[1], "smoke") == 0 ? MODE_SMOKE : MODE_PROVE;
    for (int option; (option = getopt(argc - 1, argv + 1, "b:j:fr:")) != -1;) {
        if (option == 'b')
            suite.settings.build = optarg;
        else if (option == 'j')
            suite.settings.jobs = strtol(optarg, NULL, 10);
        else if (option == 'f')
            suite.settings.again = 1;
        else if (option == 'r')
            *report = optarg;
        else
            text_die(2, "%s", usage);
    }
    if (*report != NULL && strcmp(*report, "junit") != 0 && strcmp(*report, "sarif") != 0 &&
        strcmp(*report, "markdown") != 0)
        text_die(2, "no report form '%s': junit, sarif or markdown", *report);
    if (suite.settings.jobs < 1)
        text_die(2, "the number of jobs must be positive");
    for (int i = optind + 1; i < argc; i++)
        words_add(&only, argv[i]);
    return only;
}

static int asked_for(const struct words *only, const struct target *t)
{
    return only->n == 0 || words_has(only, t->name);
}

int main(int argc, char **argv)
{
    const char *report = NULL;
    const struct words none = {0}, only = read_arguments(argc, argv, &report);
    suite.targets = targets_load("specs/targets", "proofs/wp/presets", &none);
    take_turn();
    suite.settings.salt = find_salt();
    suite.whole = only.n == 0;
    suite_check_provers(&suite);
    suite.result = text_memory((suite.targets.n + 1) * sizeof *suite.result);
    for (size_t i = 0; i < suite.targets.n; i++)
        if (asked_for(&only, &suite.targets.target[i]))
            prepare(&suite.result[suite.n++], &suite.targets.target[i]);
    for (size_t i = 0; i < only.n; i++)
        if (access(text_format("specs/targets/%s", only.word[i]), R_OK) != 0)
            text_die(3, "no target %s", only.word[i]);
    results_run(suite.result, suite.n, &suite.settings, say_result);
    if (suite.settings.mode == MODE_PROVE) {
        suite_find_unproved(&suite);
        suite_review(&suite, "proofs/ledger-reviewed");
    }
    const int failed = write_reports(report);
    return failed ? 3 : verdict();
}
