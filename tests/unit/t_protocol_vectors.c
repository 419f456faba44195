/* SPDX-License-Identifier: Apache-2.0 */
/* The protocol machines, with the kernels, against the formula files of the same quantities, which
 * agree with the reference vectors: staleness_total, block_feasible, window_W, easgd_step,
 * delayed_sgd_quadratic, delayed_amsgrad_quadratic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "bounds/formula/evaluate.h"
#include "runs/measure/staleness.h"
#include "server_started.h"
#include "staleproof.h"

static struct sp_catalogue *catalogue;

static int set_up(void **state)
{
    (void)state;
    catalogue = sp_catalogue_new();
    return catalogue == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    sp_catalogue_free(catalogue);
    flint_cleanup_master();
    mpfr_free_cache();
    return 0;
}

/* A quantity at "name=text" words; free with sp_result_clear. */
static struct sp_result evaluate(const char *quantity, const char *words)
{
    const struct sp_bound *bound = sp_catalogue_get(catalogue, quantity);
    struct sp_error err = {SP_OK, ""};
    struct sp_result result;
    char copy[512], *rest = copy, *word;
    assert_non_null(bound);
    struct sp_case *c = sp_case_new(catalogue, bound);
    snprintf(copy, sizeof copy, "%s", words);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        if (sp_case_set(c, word, equals + 1, &err) != SP_OK)
            fail_msg("%s", err.text);
    }
    if (sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err) != SP_OK)
        fail_msg("%s %s: refused", quantity, words);
    sp_case_free(c);
    return result;
}

static double number(const struct sp_result *result, size_t k)
{
    return arf_get_d(arb_midref(result->numbers[k].ball), ARF_RND_NEAR);
}

static void close_to(double x, const struct sp_result *result, size_t k)
{
    if (fabs(x - number(result, k)) > 1e-14 * fmax(1, fabs(x)))
        fail_msg("number %zu: %.17g, the formula %.17g", k, x, number(result, k));
}

/* After J updates of every variant: applied staleness plus what is in flight. */
static void staleness_total(void **state)
{
    static const char *const words[] = {"kasync", "kbasync", "ksync", "kbsync"};
    (void)state;
    for (uint32_t kind = 0; kind < 4; kind++) {
        struct sp_server *s = started(8, 4, kind >> 1, kind & 1);
        uint64_t seed = kind, total = 0;
        char text[128];
        while (s->version < 1000)
            assert_true(sp_checked_server_complete(s, pick(s, &seed)) >= 0);
        for (uint32_t i = 0; i < 8; i++)
            total += s->state[i] ? s->version - s->held[i] : 0;
        snprintf(text, sizeof text, "P=8 K=4 J=1000 variant=%s", words[kind]);
        struct sp_result result = evaluate("staleness_total", text);
        assert_true(number(&result, 0) == (double)(s->staleness + total));
        assert_true(s->drift == s->staleness + total);
        sp_result_clear(&result);
        free(s);
    }
}

/* In every state that the gate lets happen the outstanding gradients are feasible; and what it
 * holds back would not be: the state after it is not. */
static int feasible(const struct sp_server_block *s, uint64_t version, uint32_t restarted)
{
    char text[256];
    int used = snprintf(text, sizeof text, "ver=%u tau=%u bases=", (unsigned)version, s->limit);
    for (uint32_t r = 0; r < s->learners; r++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%u", r ? "," : "",
                         (unsigned)(r == restarted ? version : s->held[r]));
    struct sp_result result = evaluate("block_feasible", text);
    const int truth = result.truth;
    sp_result_clear(&result);
    return truth;
}

static void block_feasible(void **state)
{
    struct sp_server_block *s = calloc(1, sizeof *s);
    uint32_t x = 5, held_back = 0;
    (void)state;
    assert_int_equal(sp_checked_server_block_start(s, 4, 4), SP_CODE_OK);
    for (int e = 0; e < 400; e++) {
        x = x * 1664525u + 1013904223u;
        const uint32_t i = x >> 30; /* learner 0 is slow */
        if ((i != 0 || (x >> 20) % 8 == 0) && !s->ready[s->rank[i]])
            assert_int_equal(sp_checked_server_block_deliver(s, i), SP_CODE_OK);
        const uint32_t next = (uint32_t)sp_checked_server_block_next(s);
        for (uint32_t r = 0; r < 4; r++)
            if (s->ready[r] && r < next) {
                assert_false(feasible(s, s->version + 1, r));
                held_back++;
            }
        if (next < 4) {
            assert_true(feasible(s, s->version + 1, next));
            assert_true(sp_checked_server_block_apply(s, next) >= 0);
        } else {
            for (uint32_t r = 0; r < 4; r++)
                if (s->ready[r]) {
                    assert_false(feasible(s, s->version + 1, r));
                    held_back++;
                }
        }
        assert_true(feasible(s, s->version, 4));
    }
    assert_true(held_back > 0);
    free(s);
}

/* The measured window load of a run of the dropping server. */
static void window_load(void **state)
{
    struct sp_server_drop *s = calloc(1, sizeof *s);
    struct sp_staleness measured;
    struct sp_error err;
    char text[512] = "delays=";
    uint32_t x = 9;
    (void)state;
    assert_int_equal(sp_checked_server_drop_start(s, 5, 6), SP_CODE_OK);
    assert_int_equal(sp_staleness_start(&measured, 100, 1, &err), SP_OK);
    while (s->version < 100) {
        x = x * 1664525u + 1013904223u;
        const uint32_t i = (x >> 16) % 7 % 5;
        const uint64_t version = s->version, delay = version - s->held[i];
        if (sp_checked_server_drop_deliver(s, i) == 1) {
            const size_t used = strlen(text);
            sp_staleness_add(&measured, delay, version);
            snprintf(text + used, sizeof text - used, "%s%u", version ? "," : "", (unsigned)delay);
        }
    }
    struct sp_result result = evaluate("window_W", text);
    assert_true(s->dropped > 0 && number(&result, 0) > 6);
    assert_true(number(&result, 0) == (double)sp_staleness_window(&measured));
    sp_result_clear(&result);
    sp_staleness_clear(&measured);
    free(s);
}

/* One round of period 1: at the meeting the elastic forces of before act. */
static void easgd_step(void **state)
{
    struct sp_server_round *s = calloc(1, sizeof *s);
    double center = 0, w[2] = {1, 3}, force = 0;
    const double g[2] = {0.5, -1}, a = 0.1, eta = 0.1;
    (void)state;
    assert_int_equal(sp_checked_server_round_start(s, 2, 1), SP_CODE_OK);
    assert_int_equal(sp_checked_server_round_step(s, 1), 0);
    assert_int_equal(sp_checked_server_round_step(s, 0), 1);
    for (int i = 0; i < 2; i++) {
        const double pull = w[i] - center;
        force += pull;
        assert_int_equal(sp_checked_step_sgd_f64(&w[i], &g[i], 1, eta), SP_CODE_OK);
        assert_int_equal(sp_checked_step_sgd_f64(&w[i], &pull, 1, a), SP_CODE_OK);
    }
    assert_int_equal(sp_checked_reduce_axpy_f64(&center, &force, 1, a), SP_CODE_OK);
    struct sp_result result =
        evaluate("easgd_step", "center=0 workers=1;3 grads=1/2;-1 eta=1/10 a=1/10");
    close_to(center, &result, 0);
    close_to(w[0], &result, 1);
    close_to(w[1], &result, 2);
    sp_result_clear(&result);
    free(s);
}

enum { D = 2 };

struct delayed {
    struct sp_memory_ring ring;
    double store[4][D];
    double x[D], g[D];
};

static void begin(struct delayed *run)
{
    *run = (struct delayed){.x = {1, -0.5}};
    assert_int_equal(sp_checked_memory_ring_start(&run->ring, 4), SP_CODE_OK);
    memcpy(run->store[0], run->x, sizeof run->x);
}

/* The gradient of F = (x_1^2 + 4 x_2^2)/2 at the model of `delay` updates ago. */
static void gradient(struct delayed *run, uint64_t delay)
{
    const int place = sp_checked_memory_ring_place(&run->ring, run->ring.newest - delay);
    assert_in_range(place, 0, 3);
    for (int i = 0; i < D; i++)
        run->g[i] = (i ? 4 : 1) * run->store[place][i];
}

static void publish(struct delayed *run)
{
    memcpy(run->store[sp_checked_memory_ring_push(&run->ring)], run->x, sizeof run->x);
}

static const uint64_t delays[] = {0, 1, 2, 3, 1, 3};

static void delayed_sgd(void **state)
{
    struct delayed run;
    (void)state;
    begin(&run);
    for (int k = 0; k < 6; k++) {
        gradient(&run, delays[k]);
        assert_int_equal(sp_checked_step_sgd_f64(run.x, run.g, D, 0.1), SP_CODE_OK);
        publish(&run);
    }
    struct sp_result result =
        evaluate("delayed_sgd_quadratic", "h=1,4 x1=1,-1/2 delays=0,1,2,3,1,3 gamma=1/10");
    for (size_t i = 0; i < D; i++)
        close_to(run.x[i], &result, i);
    sp_result_clear(&result);
}

static void delayed_amsgrad(void **state)
{
    const struct sp_amsgrad_f64 p = {.alpha = 0.1, .b1 = 0.9, .b2 = 0.99, .low = -10, .high = 10};
    struct delayed run;
    double m[D] = {0}, v[D] = {0}, vhat[D] = {0};
    (void)state;
    begin(&run);
    for (int k = 0; k < 4; k++) {
        gradient(&run, delays[k]);
        assert_int_equal(sp_checked_step_amsgrad_f64(run.x, m, v, vhat, run.g, D, p), SP_CODE_OK);
        publish(&run);
    }
    struct sp_result result = evaluate(
        "delayed_amsgrad_quadratic", "h=1,4 x1=1,-1/2 delays=0,1,2,3 alpha=1/10 b1=9/10 b2=99/100");
    for (size_t i = 0; i < D; i++)
        close_to(run.x[i], &result, i);
    sp_result_clear(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(staleness_total), cmocka_unit_test(block_feasible),
        cmocka_unit_test(window_load),     cmocka_unit_test(easgd_step),
        cmocka_unit_test(delayed_sgd),     cmocka_unit_test(delayed_amsgrad),
    };
    return cmocka_run_group_tests_name("protocols and their quantities", tests, set_up, tear_down);
}
