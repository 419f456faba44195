/* SPDX-License-Identifier: Apache-2.0 */
/* The stale-synchronous gate: P learners finish steps in any order, for ever, when the gate lets
 * them. Clocks are compared by how far they are ahead of the slowest, which is all that the gate
 * looks at: runs of any length are covered. */
c_decl {
\#define SP_SERVER_MAX_LEARNERS P
\#include "kernels/server/ssp.c"
static struct sp_server_ssp S;
static int ssp_ok(void)
{
    unsigned last = 0;
    for (unsigned i = 0; i < P; i++) {
        if (S.clock[i] < S.slowest || S.clock[i] > S.slowest + S.limit + 1)
            return 0;
        last += S.clock[i] == S.slowest;
    }
    return last >= 1 && S.last == last;
}
#define MAY(i) (sp_server_ssp_may(&S, i))
};
c_track "&S" "sizeof(struct sp_server_ssp)" "UnMatched"
byte ahead[P];
bool ok = true;
byte last = 0; /* who has moved */

c_code {
static void look(void)
{
    for (unsigned i = 0; i < P; i++)
        now.ahead[i] = (unsigned char)(S.clock[i] - S.slowest);
    now.ok = (unsigned char)ssp_ok();
}
};

proctype learner(byte me)
{
    do
    :: d_step { c_expr { MAY(Plearner->me) } ->
                c_code { sp_server_ssp_tick(&S, Plearner->me); look(); now.last = Plearner->me; };
                assert(ok) }
    od
}

init
{
    byte i = 0;
    d_step { c_code { sp_server_ssp_start(&S, P, LIMIT); look(); }; assert(ok) }
    atomic { do :: i < P -> run learner(i); i++ :: i >= P -> break od }
}

/* Nobody starves. (The gate alone forces everybody to move.) */
ltl progress { []<> (last == 0) && []<> (last == P - 1) }
