/* SPDX-License-Identifier: Apache-2.0 */
/* P learners, one parameter server, any order of delivery, for ever; up to CRASHES learners stop
 * for good at any moment. Who may move when is written here; what a move does is the proved C.
 *
 * Counters grow without end, so the machine itself is not part of the state that is compared: which
 * moves are possible, and what they lead to, depends only on who is running, how many gradients
 * are buffered and (for progress) whether the version is odd. So the search is exhaustive for
 * runs of any length. The set of waiting learners is that of the idle ones; their order only says
 * in which order they restart. */
c_decl {
\#define SP_SERVER_MAX_LEARNERS P
\#include "kernels/server/machine.c"
static struct sp_server S;
static int busy(void)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < P; i++)
        mask |= (unsigned)S.state[i] << i;
    return (int)mask;
}
/* The header's predicates as far as they can be computed, a conjunct a line, in their order. */
static int learner_ok(unsigned i)
{
    return S.state[i] <= 1 && (S.state[i] != 1 || S.held[i] <= S.version) &&
           (S.state[i] != 1 || !S.cancels || S.held[i] == S.version) &&
           S.jobs[i] == S.delivered[i] + S.lost[i] + S.state[i] && S.jobs[i] <= S.issued &&
           (S.cancels || S.lost[i] == 0);
}
static int queue_ok(void)
{
    for (unsigned q = 0; q < S.buffered; q++) {
        if (S.waiting[q] >= P || S.state[S.waiting[q]] != 0)
            return 0;
        for (unsigned r = 0; r < q; r++)
            if (S.waiting[r] == S.waiting[q])
                return 0;
    }
    return 1;
}
static int server_ok(void)
{
    unsigned running = 0;
    uint64_t ages = 0, drift = CANCELS ? 0 : BATCH ? P - 1 : P - K;
    for (unsigned i = 0; i < P; i++) {
        if (!learner_ok(i))
            return 0;
        running += S.state[i];
        ages += S.state[i] ? S.version - S.held[i] : 0;
    }
    return S.buffered < K && (BATCH || queue_ok()) &&
           S.issued == S.applied + S.cancelled + S.running + S.buffered &&
           (CANCELS || S.cancelled == 0) && S.running == running && !S.draining &&
           S.running == (BATCH ? P : P - S.buffered) && S.applied == K * S.version &&
           S.staleness + ages == drift * S.version && (!CANCELS || S.staleness == 0);
}
#define RUNNING(i) (S.state[i] == SP_SERVER_RUNNING)
};
c_track "&S" "sizeof(struct sp_server)" "UnMatched"
int running; /* one bit a learner */
byte buffered;
bool odd;      /* version */
bool ok = true;
byte crashed;

c_code {
static void look(void)
{
    now.running = busy();
    now.buffered = (unsigned char)S.buffered;
    now.odd = S.version % 2;
    now.ok = (unsigned char)server_ok();
}
};

proctype learner(byte me)
{

    do
    :: d_step { c_expr { RUNNING(Plearner->me) } ->
                c_code { sp_server_complete(&S, Plearner->me); look(); };
                assert(ok) }
    :: atomic { crashed < CRASHES -> crashed++ } -> break
    od
}

init
{
    byte i = 0;
    d_step { c_code { sp_server_start(&S, P, K, CANCELS, BATCH); look(); }; assert(ok) }
    atomic { do :: i < P -> run learner(i); i++ :: i >= P -> break od }
}

/* The model is updated again and again. */
ltl progress { []<> odd && []<> !odd }
