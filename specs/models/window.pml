/* SPDX-License-Identifier: Apache-2.0 */
/* P workers of asynchronous message passing. A message is under way from the moment its sender has
 * finished the step; links keep order and may take any time. Counts are compared by how far they
 * are ahead of the last worker's steps: runs of any length. */
c_decl {
\#define SP_ELASTIC_MAX_WORKERS P
\#include "kernels/elastic/window.c"
static struct sp_elastic_window S[P];
/* The header's predicates, a conjunct a line, in their order; and nothing is received before it
 * was sent. */
static int window_ok(unsigned i)
{
    const struct sp_elastic_window *s = &S[i];
    if (s->applied[i] != s->step || s->received[i] != s->step)
        return 0;
    for (unsigned j = 0; j < P; j++)
        if (s->applied[j] > s->received[j] || s->applied[j] > s->step ||
            s->received[j] > S[j].step || s->step > s->applied[j] + LIMIT + 1)
            return 0;
    return 1;
}
#define SENT(i, j) (S[j].step > S[i].received[j])
#define APPLY(i, j) (sp_elastic_window_may_apply(&S[i], j))
#define BEGIN(i) (sp_elastic_window_may_begin(&S[i]))
};
c_track "&S" "sizeof(S)" "UnMatched"
byte ahead[P];
short behind_received[P * P]; /* of the sender's steps */
short behind_applied[P * P];  /* of what was received */
bool odd;                     /* the steps of the last worker */
bool ok = true;

c_code {
static void look(void)
{
    uint64_t last = S[0].step;
    now.ok = 1;
    for (unsigned i = 0; i < P; i++)
        last = S[i].step < last ? S[i].step : last;
    for (unsigned i = 0; i < P; i++) {
        now.ahead[i] = (unsigned char)(S[i].step - last);
        for (unsigned j = 0; j < P; j++) {
            now.behind_received[i * P + j] = (short)(S[j].step - S[i].received[j]);
            now.behind_applied[i * P + j] = (short)(S[i].received[j] - S[i].applied[j]);
        }
        now.ok = now.ok && window_ok(i);
    }
    now.odd = S[P - 1].step % 2;
}
};

proctype link(byte to; byte from)
{
    do
    :: d_step { c_expr { SENT(Plink->to, Plink->from) } ->
                c_code { sp_elastic_window_receive(&S[Plink->to], Plink->from); look(); };
                assert(ok) }
    :: d_step { c_expr { APPLY(Plink->to, Plink->from) } ->
                c_code { sp_elastic_window_apply(&S[Plink->to], Plink->from); look(); };
                assert(ok) }
    od
}

proctype worker(byte me)
{
    do
    :: d_step { c_expr { BEGIN(Pworker->me) } ->
                c_code { sp_elastic_window_finish(&S[Pworker->me]); look(); };
                assert(ok) }
    od
}

init
{
    byte i = 0, j = 0;
    d_step { c_code { for (int w = 0; w < P; w++) sp_elastic_window_start(&S[w], P, w, LIMIT);
                      look(); };
             assert(ok) }
    atomic {
        do
        :: i < P ->
            run worker(i);
            j = 0;
            do
            :: j < P && j != i -> run link(i, j); j++
            :: j < P && j == i -> j++
            :: j >= P -> break
            od;
            i++
        :: i >= P -> break
        od
    }
}

/* The last worker goes on and on. */
ltl progress { []<> odd && []<> !odd }
