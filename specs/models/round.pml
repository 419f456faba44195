/* SPDX-License-Identifier: Apache-2.0 */
/* P workers of local SGD or EASGD; up to CRASHES stop for good at any moment. The steps since the
 * last meeting are the state that is compared: runs of any length. */
c_decl {
\#define SP_SERVER_MAX_LEARNERS P
\#include "kernels/server/round.c"
static struct sp_server_round S;
/* The header's predicates, a conjunct a line, in their order. */
static int round_ok(void)
{
    uint64_t sum = 0, there = 0;
    for (unsigned i = 0; i < P; i++) {
        if (S.done[i] > S.period)
            return 0;
        sum += S.done[i];
        there += S.done[i] == S.period;
    }
    return S.there == there && S.there < P && S.steps == S.base + sum &&
           S.base == S.round * P * S.period;
}
#define MAY(i) (sp_server_round_may(&S, i))
};
c_track "&S" "sizeof(S)" "UnMatched"
byte done[P];
bool odd; /* meetings */
bool ok = true;
byte crashed;

c_code {
static void look(void)
{
    for (unsigned i = 0; i < P; i++)
        now.done[i] = (unsigned char)S.done[i];
    now.odd = S.round % 2;
    now.ok = (unsigned char)round_ok();
}
};

proctype worker(byte me)
{
    do
    :: d_step { c_expr { MAY(Pworker->me) } ->
                c_code { sp_server_round_step(&S, Pworker->me); look(); };
                assert(ok) }
    :: atomic { crashed < CRASHES -> crashed++ } -> break
    od
}

init
{
    byte i = 0;
    d_step { c_code { sp_server_round_start(&S, P, PERIOD); look(); }; assert(ok) }
    atomic { do :: i < P -> run worker(i); i++ :: i >= P -> break od }
}

/* They meet again and again. */
ltl progress { []<> odd && []<> !odd }
