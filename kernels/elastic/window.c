/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/elastic_window.h"

void sp_elastic_window_start(struct sp_elastic_window *s, uint32_t workers, uint32_t self,
                             uint32_t limit)
{
    s->workers = workers;
    s->self = self;
    s->limit = limit;
    s->step = 0;
    /*@ loop invariant range: 0 <= j <= s->workers;
        loop invariant zero: \forall integer k; 0 <= k < j ==>
          s->received[k] == 0 && s->applied[k] == 0;
        loop assigns j, s->received[0 .. SP_ELASTIC_MAX_WORKERS - 1],
                     s->applied[0 .. SP_ELASTIC_MAX_WORKERS - 1];
        loop variant s->workers - j; */
    for (uint32_t j = 0; j < s->workers; j++) {
        s->received[j] = 0;
        s->applied[j] = 0;
    }
}

void sp_elastic_window_receive(struct sp_elastic_window *s, uint32_t j)
{
    s->received[j]++;
}

uint32_t sp_elastic_window_may_apply(const struct sp_elastic_window *s, uint32_t j)
{
    return s->applied[j] < s->received[j] && s->applied[j] < s->step ? 1u : 0u;
}

void sp_elastic_window_apply(struct sp_elastic_window *s, uint32_t j)
{
    s->applied[j]++;
}

uint32_t sp_elastic_window_may_begin(const struct sp_elastic_window *s)
{
    /*@ loop invariant range: 0 <= j <= s->workers;
        loop invariant open: \forall integer k; 0 <= k < j ==>
          s->step <= s->applied[k] + s->limit;
        loop invariant lacks: 0 <= sp_window_missing(s->applied, s->step, j) <=
          sp_window_most(s->limit, s->self, j);
        loop assigns j;
        loop variant s->workers - j; */
    for (uint32_t j = 0; j < s->workers; j++)
        if (s->step - s->applied[j] > s->limit)
            return 0;
    return 1;
}

void sp_elastic_window_finish(struct sp_elastic_window *s)
{
    s->step++;
    s->applied[s->self] = s->step;
    s->received[s->self] = s->step;
}
