/* SPDX-License-Identifier: Apache-2.0 */
/* P workers with an elastic scheduler each. A worker posts header and gradient when it begins a step;
 * both reach every worker, itself included, in any order and after any time, but not before that
 * worker is in the same step (what is early is kept by the receiver). The gradient of worker i
 * weighs i + 1. Steps are compared by how far a worker is ahead of the last: runs of any length. */
c_decl {
\#define SP_ELASTIC_MAX_PARTS P
\#include "kernels/elastic/scheduler.c"
static struct sp_elastic S[P];
/* The header's predicates, a conjunct a line, in their order. */
static int elastic_ok(const struct sp_elastic *s)
{
    uint64_t total = 0, missing = 0;
    unsigned unknown = 0, left = 0;
    for (unsigned i = 0; i < P; i++) {
        if (s->known[i] > 1 || s->here[i] > s->known[i] || (!s->known[i] && s->weight[i] != 0) ||
            s->applied[i] + 1 != s->step + s->here[i])
            return 0;
        total += s->weight[i];
        missing += s->here[i] ? 0 : s->weight[i];
        unknown += !s->known[i];
        left += !s->here[i];
    }
    return s->total == total && s->missing == missing && s->unknown == unknown && s->left == left;
}
#define HEADER(w, i) (S[i].step >= S[w].step && !S[w].known[i])
#define PART(w, i) (S[i].step >= S[w].step && S[w].known[i] && !S[w].here[i])
#define RELEASE(w) (!S[w].released && sp_elastic_may(&S[w]))
#define BEGIN(w) (S[w].released && S[w].left == 0)
};
c_track "&S" "sizeof(S)" "UnMatched"
int known[P]; /* one bit a part */
int here[P];
bool released[P];
byte ahead[P];
bool ok = true;

c_code {
static void look(void)
{
    uint64_t last = S[0].step;
    now.ok = 1;
    for (unsigned w = 0; w < P; w++)
        last = S[w].step < last ? S[w].step : last;
    for (unsigned w = 0; w < P; w++) {
        now.known[w] = now.here[w] = 0;
        for (unsigned i = 0; i < P; i++) {
            now.known[w] |= S[w].known[i] << i;
            now.here[w] |= S[w].here[i] << i;
        }
        now.released[w] = S[w].released;
        now.ahead[w] = (unsigned char)(S[w].step - last);
        /* Nobody is more than a step ahead: a view lacks gradients of one step only. */
        now.ok = now.ok && elastic_ok(&S[w]) && S[w].step - last <= 1;
    }
}
};

proctype link(byte to; byte from)
{
    do
    :: d_step { c_expr { HEADER(Plink->to, Plink->from) } ->
                c_code { sp_elastic_header(&S[Plink->to], Plink->from, Plink->from + 1); look(); };
                assert(ok) }
    :: d_step { c_expr { PART(Plink->to, Plink->from) } ->
                c_code { sp_elastic_arrive(&S[Plink->to], Plink->from); look(); };
                assert(ok) }
    od
}

proctype worker(byte me)
{
    do
    :: d_step { c_expr { RELEASE(Pworker->me) } ->
                c_code { sp_elastic_release(&S[Pworker->me]); look(); };
                assert(ok) }
    :: d_step { c_expr { BEGIN(Pworker->me) } ->
                c_code { sp_elastic_begin(&S[Pworker->me]); look(); };
                assert(ok) }
    od
}

init
{
    byte i = 0, j = 0;
    d_step { c_code { for (int w = 0; w < P; w++) sp_elastic_start(&S[w], P, SHARE, UINT64_MAX); look(); };
             assert(ok) }
    atomic {
        do
        :: i < P ->
            run worker(i);
            j = 0;
            do :: j < P -> run link(i, j); j++ :: j >= P -> break od;
            i++
        :: i >= P -> break
        od
    }
}

/* The last worker goes on and on. */
ltl progress { []<> released[P - 1] && []<> !released[P - 1] }
