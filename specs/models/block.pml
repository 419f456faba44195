/* SPDX-License-Identifier: Apache-2.0 */
/* Bounded delay without loss: P learners deliver in any order, for ever; the server applies what may
 * be applied. The machine is compared up to a shift of its versions, and with the learners' names:
 * what can happen next depends on nothing else, so runs of any length are covered. */
#ifndef RANKED /* 0: look for the plain bound only */
#define RANKED 1
#endif
c_decl {
\#define SP_SERVER_MAX_LEARNERS P
\#include "kernels/server/block.c"
static struct sp_server_block S;
/* The header's predicates, a conjunct a line, in their order. */
static int block_ok(void)
{
    unsigned ready = 0;
    uint64_t ages = 0;
    for (unsigned r = 0; r < P; r++) {
        if (S.learner[r] >= P || S.rank[S.learner[r]] != r || S.held[r] > S.version ||
            (r > 0 && S.held[r - 1] > S.held[r]) ||
            S.version + RANKED * r > S.limit + S.held[r] ||
            S.ready[r] > 1)
            return 0;
        ready += S.ready[r];
        ages += S.version - S.held[r];
    }
    return S.waiting == ready && S.received == S.version + S.waiting &&
           S.staleness + ages == (P - 1) * S.version;
}
#define READY(i) (S.ready[S.rank[i]])
#define NEXT (sp_server_block_next(&S))
};
c_track "&S" "sizeof(struct sp_server_block)" "UnMatched"
byte learner[P]; /* by rank */
byte age[P];     /* by rank */
bool ready[P];   /* by rank */
bool ok = true;
byte last = P;   /* whose gradient was applied by the last event; P: nobody's */

c_code {
static void look(void)
{
    for (unsigned r = 0; r < P; r++) {
        now.learner[r] = (unsigned char)S.learner[r];
        now.age[r] = (unsigned char)(S.version - S.held[r]);
        now.ready[r] = S.ready[r];
    }
    now.ok = (unsigned char)block_ok();
}
};

proctype learner_at_work(byte me)
{
    do
    :: d_step { c_expr { !READY(Plearner_at_work->me) } ->
                c_code { sp_server_block_deliver(&S, Plearner_at_work->me); look();
                         now.last = P; };
                assert(ok) }
    od
}

proctype server()
{
    do
    :: d_step { c_expr { NEXT < P } ->
                c_code { now.last = sp_server_block_apply(&S, NEXT); look(); };
                assert(ok) }
    od
}

init
{
    byte i = 0;
    d_step { c_code { sp_server_block_start(&S, P, LIMIT); look(); }; assert(ok) }
    atomic { run server(); do :: i < P -> run learner_at_work(i); i++ :: i >= P -> break od }
}

/* No learner is held back for ever. */
ltl progress { []<> (last == 0) && []<> (last == P - 1) }
