/* SPDX-License-Identifier: Apache-2.0 */
/* Traces of real runs are steps of the proved machine; once anything in a delivery is changed they
 * are not. Every line of every variant is dropped, doubled, moved and altered in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

#include "runs/log/replay.h"
#include "runs/measure/experiment.h"
#include "tests/unit/run_setting.h"

#define MOST 512
static char folder[] = "/tmp/sp-replay-XXXXXX";
static char path[256];
static char *lines[MOST];
static size_t n_lines;

static void read_trace(const char *name)
{
    char text[2048];
    snprintf(path, sizeof path, "%s/%s-seed-1.jsonl", folder, name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    n_lines = 0;
    while (fgets(text, sizeof text, in) != NULL) {
        assert_true(n_lines < MOST && strchr(text, '\n') != NULL);
        lines[n_lines++] = strdup(text);
    }
    fclose(in);
}

static void make_trace(const char *text)
{
    struct sp_run_setting setting = make_setting(text);
    struct sp_problem problem;
    struct sp_error err = {0};
    json_t *summary = NULL;
    assert_int_equal(sp_run_setting_problem(&problem, &setting, &err), SP_OK);
    if (sp_experiment_run(&summary, &setting, &problem, &(struct sp_output){.folder = folder},
                          &err) != SP_OK)
        fail_msg("%s", err.text);
    sp_problem_clear(&problem);
    sp_run_setting_clear(&setting);
    json_decref(summary);
    read_trace("t");
}

static void clear(void)
{
    while (n_lines > 0)
        free(lines[--n_lines]);
}

static enum sp_status check(struct sp_error *err)
{
    json_t *report = NULL;
    const enum sp_status status = sp_replay_trace(&report, path, err);
    json_decref(report);
    return status;
}

/* The lines from `order`, joined. */
static void write_order(const size_t *order, size_t n)
{
    FILE *out = fopen(path, "w");
    for (size_t k = 0; k < n; k++)
        fputs(lines[order[k]], out);
    fclose(out);
}

static void must_refuse(const size_t *order, size_t n, const char *what, size_t at)
{
    struct sp_error err = {0};
    write_order(order, n);
    if (check(&err) != SP_FALSE)
        fail_msg("line %zu of %zu %s: not refused (%s)", at + 1, n_lines, what, err.text);
}

static void reorder(void)
{
    size_t order[MOST + 1];
    for (size_t at = 1; at + 1 < n_lines; at++) {
        size_t n = 0;
        for (size_t k = 0; k < n_lines; k++)
            if (k != at)
                order[n++] = k;
        must_refuse(order, n, "dropped", at);
        n = 0;
        for (size_t k = 0; k < n_lines; k++) {
            order[n++] = k;
            if (k == at)
                order[n++] = k;
        }
        must_refuse(order, n, "doubled", at);
        for (size_t k = 0; k < n_lines; k++)
            order[k] = k;
        if (at + 2 < n_lines) {
            order[at] = at + 1;
            order[at + 1] = at;
            must_refuse(order, n_lines, "moved", at);
        }
    }
}

/* Each number of each delivery up by one. */
static void alter(void)
{
    static const char *const keys[] = {"learner", "job", "stale", "time"};
    size_t order[MOST];
    for (size_t k = 0; k < n_lines; k++)
        order[k] = k;
    for (size_t at = 1; at + 1 < n_lines; at++)
        for (size_t key = 0; key < 4; key++) {
            char *kept = lines[at];
            json_t *record = json_loads(kept, 0, NULL);
            json_t *number = json_object_get(record, keys[key]);
            if (json_is_integer(number))
                json_integer_set(number, json_integer_value(number) + 1);
            else
                json_real_set(number, json_real_value(number) * (1 + 0x1p-52));
            char *text = json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(17));
            lines[at] = malloc(strlen(text) + 2);
            sprintf(lines[at], "%s\n", text);
            must_refuse(order, n_lines, keys[key], at);
            free(lines[at]);
            free(text);
            json_decref(record);
            lines[at] = kept;
        }
}

static void tampered_traces_are_refused(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "variant=sync P=3 J=9",
        "variant=ksync P=5 K=2 J=12",
        "variant=kbsync P=3 K=5 J=8",
        "variant=async P=4 J=30",
        "variant=kasync P=5 K=3 J=12",
        "variant=kbasync P=3 K=4 J=9",
        "variant=kasync P=4 K=2 J=10 law=deterministic:1", /* all at the same time */
    };
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        char text[256];
        struct sp_error err = {0};
        snprintf(text, sizeof text, "%s problem=none seeds=1 deliveries=yes name=t", settings[k]);
        make_trace(text);
        if (check(&err) != SP_OK)
            fail_msg("%s", err.text);
        reorder();
        alter();
        clear();
    }
}

static void real_threads_are_steps_of_the_machine(void **state)
{
    (void)state;
    struct sp_error err = {0};
    size_t order[MOST + 1];
    make_trace("variant=kasync P=4 K=2 J=20 engine=threads problem=none seeds=1 deliveries=yes "
               "name=t");
    if (check(&err) != SP_OK)
        fail_msg("%s", err.text);
    for (size_t k = 0; k < n_lines; k++)
        order[k] = k + (k >= 7);
    must_refuse(order, n_lines - 1, "dropped", 7);
    clear();
}

static void what_cannot_be_checked_is_said(void **state)
{
    (void)state;
    struct sp_error err = {0};
    make_trace("variant=async P=2 J=5 problem=none seeds=1 name=t");
    assert_int_equal(check(&err), SP_INPUT); /* no deliveries in it */
    assert_non_null(strstr(err.text, "deliveries=yes"));
    size_t order[] = {0};
    write_order(order, 1);
    assert_int_equal(check(&err), SP_INPUT);
    clear();
    make_trace("variant=async P=2 J=5 problem=none seeds=1 deliveries=yes name=t");
    size_t longer[MOST];
    for (size_t k = 0; k < n_lines; k++)
        longer[k] = k;
    longer[n_lines] = n_lines - 1;
    write_order(longer, n_lines + 1);
    assert_int_equal(check(&err), SP_FALSE); /* a record after the last */
    clear();
    snprintf(path, sizeof path, "%s/nothing", folder);
    assert_int_equal(check(&err), SP_INPUT);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    char name[512];
    snprintf(name, sizeof name, "%s/t-seed-1.jsonl", folder);
    unlink(name);
    snprintf(name, sizeof name, "%s/t.json", folder);
    unlink(name);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tampered_traces_are_refused),
        cmocka_unit_test(real_threads_are_steps_of_the_machine),
        cmocka_unit_test(what_cannot_be_checked_is_said),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
