/* SPDX-License-Identifier: Apache-2.0 */
/* P workers of synchronous message passing. A worker sends its gradient to one after the other,
 * itself included, and may stop for good between any two of these (up to CRASHES workers). A link
 * delivers in order, at any time; when its sender has stopped and nothing is under way, the
 * receiver is told. */
c_decl {
\#define SP_ELASTIC_MAX_PEERS P
\#include "kernels/elastic/loss.c"
static struct sp_elastic_loss S[P];
/* The header's predicates, a conjunct a line, in their order. */
static int worker_ok(const struct sp_elastic_loss *s, unsigned j)
{
    return s->state[j] <= 2 && s->sent[j] == s->applied[j] + s->lacks[j] &&
           (s->state[j] == 2 || s->sent[j] == s->step + s->state[j]) &&
           (s->state[j] != 2 || (s->lacks[j] == 1 && s->sent[j] <= s->step + 1)) &&
           (s->state[j] == 2 || s->lacks[j] == 0);
}
static int loss_ok(unsigned i)
{
    const struct sp_elastic_loss *s = &S[i];
    unsigned awaited = 0, lacking = 0;
    for (unsigned j = 0; j < P; j++) {
        if (!worker_ok(s, j))
            return 0;
        awaited += s->state[j] == 0;
        lacking += s->lacks[j];
    }
    return s->awaited == awaited && s->lacking == lacking && lacking <= CRASHES;
}
#define AWAITED(i, j) (S[i].state[j] == SP_ELASTIC_AWAITED)
#define ALLOWED(i) (S[i].lacking < S[i].limit)
#define OVER(i) (S[i].awaited == 0)
};
c_track "&S" "sizeof(S)" "UnMatched"
byte heard[P * P];   /* what receiver i knows of j in its step */
byte under_way[P * P]; /* from j to i */
byte next[P];        /* whom a worker sends to next; P: all have it */
bool alive[P];
byte crashed;
bool odd; /* steps of the last worker */
bool ok = true;

c_code {
static void look(void)
{
    now.ok = 1;
    for (unsigned i = 0; i < P; i++) {
        for (unsigned j = 0; j < P; j++)
            now.heard[i * P + j] = S[i].state[j];
        now.ok = now.ok && loss_ok(i);
    }
    now.odd = S[P - 1].step % 2;
}
};

proctype link(byte to; byte from)
{
    do
    :: d_step { alive[to] && under_way[to * P + from] > 0 && c_expr { AWAITED(Plink->to, Plink->from) } ->
                under_way[to * P + from]--;
                c_code { sp_elastic_loss_arrive(&S[Plink->to], Plink->from); look(); };
                assert(ok) }
    :: d_step { !alive[from] && alive[to] && under_way[to * P + from] == 0 &&
                c_expr { AWAITED(Plink->to, Plink->from) && ALLOWED(Plink->to) } ->
                c_code { sp_elastic_loss_lose(&S[Plink->to], Plink->from); look(); };
                assert(ok) }
    od
}

proctype worker(byte me)
{
    do
    :: d_step { next[me] < P ->
                if
                :: alive[next[me]] -> under_way[next[me] * P + me]++
                :: else /* nobody is there to take it */
                fi;
                next[me]++;
                assert(under_way[(next[me] - 1) * P + me] <= 2) }
    :: d_step { next[me] == P && c_expr { OVER(Pworker->me) } ->
                next[me] = 0;
                c_code { sp_elastic_loss_finish(&S[Pworker->me]); look(); };
                assert(ok) }
    :: atomic { crashed < CRASHES && me < P - 1 -> crashed++; alive[me] = false;
                next[me] = 0 } -> break
    od
}

init
{
    byte i = 0, j = 0;
    d_step { c_code { for (int w = 0; w < P; w++) sp_elastic_loss_start(&S[w], P, CRASHES, 1);
                      look(); };
             assert(ok) }
    atomic {
        do
        :: i < P ->
            alive[i] = true;
            run worker(i);
            j = 0;
            do :: j < P -> run link(i, j); j++ :: j >= P -> break od;
            i++
        :: i >= P -> break
        od
    }
}

/* The last worker, which does not stop, goes on and on. */
ltl progress { []<> odd && []<> !odd }
