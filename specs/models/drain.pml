/* SPDX-License-Identifier: Apache-2.0 */
/* P learners, one server, any order of delivery, for ever; between two updates K may change to any
 * other, and at any moment a drain may begin, after which the server goes on in any variant with any
 * K. What is compared is as in server.pml, with the variant and K, since they are not fixed. */
c_decl {
\#define SP_SERVER_MAX_LEARNERS P
\#include "kernels/server/machine.c"
static struct sp_server S;
static int server_ok(void)
{
    uint64_t running = 0, ages = 0, begun = 0, delivered = 0, lost = 0;
    for (unsigned i = 0; i < P; i++) {
        if (S.jobs[i] != S.delivered[i] + S.lost[i] + S.state[i] ||
            (S.state[i] && (S.held[i] > S.version || (S.cancels && S.held[i] != S.version))))
            return 0;
        running += S.state[i];
        ages += S.state[i] ? S.version - S.held[i] : 0;
        begun += S.jobs[i];
        delivered += S.delivered[i];
        lost += S.lost[i];
    }
    return S.buffered < S.wanted && S.running == running && S.staleness + ages == S.drift &&
           S.issued == S.applied + S.cancelled + running + S.buffered && S.issued == begun &&
           S.applied + S.buffered == delivered && S.cancelled == lost &&
           (S.draining || S.applied == S.since_applied + S.wanted * S.updates) &&
           (S.draining || S.running == (S.batch ? P : P - S.buffered));
}
#define RUNNING(i) (S.state[i] == SP_SERVER_RUNNING)
#define BETWEEN (S.buffered == 0 && !S.draining)
#define DRAINED (S.draining && S.running == 0)
};
c_track "&S" "sizeof(struct sp_server)" "UnMatched"
int running; /* one bit a learner */
byte buffered, wanted, cancels, batch;
bool odd;      /* version */
bool draining; /* or about to */
bool ok = true;

c_code {
static void look(void)
{
    now.running = 0;
    for (unsigned i = 0; i < P; i++)
        now.running |= (int)S.state[i] << i;
    now.buffered = (unsigned char)S.buffered;
    now.wanted = (unsigned char)S.wanted;
    now.cancels = (unsigned char)S.cancels;
    now.batch = (unsigned char)S.batch;
    now.odd = S.version % 2;
    now.ok = (unsigned char)server_ok();
}
};

proctype learner(byte me)
{
    do
    :: d_step { !draining && c_expr { RUNNING(Plearner->me) } ->
                c_code { sp_server_complete(&S, Plearner->me); look(); };
                assert(ok) }
    :: d_step { draining && c_expr { RUNNING(Plearner->me) } ->
                c_code { sp_server_drain(&S, Plearner->me); look(); };
                assert(ok) }
    od
}

proctype manager()
{
    byte k, c, b;
    do
    :: atomic { !draining && c_expr { BETWEEN } -> select(k : 1 .. P);
                d_step { c_code { sp_server_change(&S, Pmanager->k); look(); }; assert(ok); k = 0 } }
    :: !draining -> draining = true
    :: atomic { draining && c_expr { DRAINED } ->
                select(k : 1 .. P); select(c : 0 .. 1); select(b : 0 .. 1);
                d_step { c_code { sp_server_resume(&S, Pmanager->k, Pmanager->c, Pmanager->b);
                                  look(); };
                         assert(ok); draining = false; k = 0; c = 0; b = 0 } }
    od
}

init
{
    byte i = 0;
    d_step { c_code { sp_server_start(&S, P, 1, 0, 0); look(); }; assert(ok) }
    atomic { run manager(); do :: i < P -> run learner(i); i++ :: i >= P -> break od }
}

/* The model is updated again and again. */
ltl progress { []<> odd && []<> !odd }
