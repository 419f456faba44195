/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/mpi/learner.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "runs/engine/feedback.h"
#include "runs/engine/setting.h"
#include "runs/mpi/message.h"
#include "staleproof/code.h"

#define LOOK 1e-3 /* seconds between two looks for a newer job */

struct learner {
    const struct sp_rollcall *ranks;
    uint32_t i;
    struct sp_run_setting setting;
    char *text; /* of the setting; NULL: there is no problem yet */
    struct sp_problem problem;
    struct sp_feedback *feedback;  /* NULL: nothing is compressed */
    struct sp_mpi_message in, out; /* `in` holds the model while a job is computed */
};

static void forget(struct learner *me)
{
    if (me->text == NULL)
        return;
    sp_problem_clear(&me->problem);
    sp_run_setting_clear(&me->setting);
    sp_feedback_free(me->feedback);
    me->feedback = NULL;
    free(me->text);
    me->text = NULL;
}

/* 0: the server is gone. Looks without sleeping at first: an answer is often near. */
static int wait_for_word(const struct learner *me, MPI_Status *status)
{
    if (me->text != NULL && me->setting.patience == 0) {
        sp_mpi_wait(0, status);
        return 1;
    }
    for (unsigned looks = 0; !sp_mpi_is_waiting(0, status); looks++) {
        if (looks > 1000)
            sp_mpi_nap(LOOK / 10);
        if (looks % 1000 == 999 && sp_rollcall_is_dead(me->ranks, 0))
            return 0;
    }
    return 1;
}

/* The server always receives, so this ends unless it has died. */
static void send(struct learner *me)
{
    MPI_Request request;
    int done = 0;
    sp_mpi_send(&me->out, 0, &request);
    for (unsigned looks = 0; !done; looks++) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done && looks > 1000)
            sp_mpi_nap(LOOK / 10);
        if (!done && looks % 1000 == 999 && sp_rollcall_is_dead(me->ranks, 0))
            return;
    }
}

static void tell(struct learner *me, enum sp_mpi_kind kind, int word, const char *text)
{
    struct sp_mpi_head head = sp_mpi_head(&me->in);
    head.kind = kind;
    head.word = (uint32_t)word;
    if (sp_mpi_compose(&me->out, &head, strlen(text), NULL) != SP_OK)
        return;
    memcpy(sp_mpi_text(&me->out), text, strlen(text));
    send(me);
}

static enum sp_status make_problem(struct learner *me, struct sp_error *err)
{
    json_t *object = json_loads(sp_mpi_text(&me->in), 0, NULL);
    enum sp_status status = sp_run_setting_from_json(&me->setting, object, err);
    json_decref(object);
    if (status != SP_OK)
        return status;
    status = sp_run_setting_problem(&me->problem, &me->setting, err);
    if (status != SP_OK) {
        sp_run_setting_clear(&me->setting);
        return status;
    }
    me->text = strdup(sp_mpi_text(&me->in));
    return me->text != NULL ? SP_OK : sp_fail_memory(err);
}

/* A run begins: the problem of the last one serves if it is the same; nothing is remembered. */
static enum sp_status settle(struct learner *me, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    if (me->text == NULL || strcmp(me->text, sp_mpi_text(&me->in)) != 0) {
        forget(me);
        status = make_problem(me, err);
    }
    sp_feedback_free(me->feedback);
    me->feedback = NULL;
    size_t n = me->problem.dimension;
    if (status != SP_OK || me->setting.top == 0 || n == 0)
        return status;
    me->feedback = sp_feedback_new(1, n);
    return me->feedback != NULL ? SP_OK : sp_fail_memory(err);
}

/* 0: a newer word has come meanwhile. */
static int sleep_through(const struct learner *me, uint64_t seed, uint64_t job)
{
    MPI_Status status;
    double delay = me->setting.sleep * sp_run_setting_delay(&me->setting, seed, me->i, job);
    double end = MPI_Wtime() + (delay < 1e6 ? delay : 1e6);
    for (double left = end - MPI_Wtime(); left > 0; left = end - MPI_Wtime()) {
        if (sp_mpi_is_waiting(0, &status))
            return 0;
        double most = LOOK > delay / 16 ? LOOK : delay / 16;
        sp_mpi_nap(left < most ? left : most);
    }
    return !sp_mpi_is_waiting(0, &status);
}

/* The gradient in `out` as the entries that were kept, and their places: a compressed message. */
static void thin_out(struct learner *me)
{
    const size_t n = me->problem.dimension, top = me->setting.top < n ? me->setting.top : n;
    double *numbers = sp_mpi_numbers(&me->out);
    for (size_t k = 0; k < top; k++) {
        numbers[k] = me->feedback->sent[me->feedback->index[k]];
        numbers[top + k] = (double)me->feedback->index[k];
    }
    me->out.size = 2 * top * sizeof *numbers;
}

static int compute(struct learner *me, uint64_t seed, uint64_t job, const char **kernel)
{
    struct sp_stream stream;
    double *gradient = sp_mpi_numbers(&me->out);
    sp_stream_start(&stream, seed, SP_FOR_SAMPLE, me->i, job);
    int code = me->problem.kind->gradient(&me->problem, gradient, sp_mpi_numbers(&me->in),
                                          me->setting.batch, &stream);
    *kernel = "of the gradient";
    if (code == SP_CODE_OK && me->feedback != NULL) {
        code = sp_feedback_send(me->feedback, gradient, 0, me->setting.top, kernel);
        if (code == SP_CODE_OK)
            thin_out(me);
    }
    return code;
}

static void work(struct learner *me)
{
    struct sp_mpi_head head = sp_mpi_head(&me->in);
    const size_t bytes = me->problem.dimension * sizeof(double);
    const uint64_t seed = me->setting.seed + head.word;
    const char *kernel = NULL;
    MPI_Status status;
    if (me->text == NULL || me->in.size != bytes || !sleep_through(me, seed, head.job))
        return;
    head.kind = me->feedback != NULL ? SP_MPI_SPARSE : SP_MPI_GRADIENT;
    /* Room for the entries and their places, should the compressor keep them all. */
    if (sp_mpi_compose(&me->out, &head, me->feedback != NULL ? 2 * bytes : bytes, NULL) != SP_OK)
        return tell(me, SP_MPI_FAILED, SP_INTERNAL, "out of memory");
    int code = bytes > 0 ? compute(me, seed, head.job, &kernel) : SP_CODE_OK;
    if (code != SP_CODE_OK)
        return tell(me, SP_MPI_REFUSED, code, kernel);
    /* What was compressed must arrive: the memory has counted it. */
    if (me->feedback != NULL || !sp_mpi_is_waiting(0, &status))
        send(me);
}

int sp_mpi_learner(const struct sp_rollcall *ranks)
{
    struct learner me = {.ranks = ranks, .i = (uint32_t)ranks->rank - 1};
    MPI_Status status;
    int all = 0;
    while (wait_for_word(&me, &status) && sp_mpi_receive(&me.in, &status, NULL) == SP_OK) {
        uint32_t kind = sp_mpi_head(&me.in).kind;
        struct sp_error err = {0};
        if (kind == SP_MPI_SETTING && settle(&me, &err) != SP_OK)
            tell(&me, SP_MPI_FAILED, (int)err.status, err.text);
        else if (kind == SP_MPI_SETTING)
            continue;
        else if (kind == SP_MPI_JOB)
            work(&me);
        else {
            all = sp_mpi_head(&me.in).word == 0;
            tell(&me, SP_MPI_QUIT, 0, "");
            break;
        }
    }
    forget(&me);
    sp_mpi_message_clear(&me.in);
    sp_mpi_message_clear(&me.out);
    return all;
}
