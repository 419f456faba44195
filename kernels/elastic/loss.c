/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/elastic_loss.h"

void sp_elastic_loss_start(struct sp_elastic_loss *s, uint32_t workers, uint32_t limit,
                           uint32_t crash)
{
    s->workers = workers;
    s->limit = limit;
    s->crash = crash;
    s->awaited = workers;
    s->lacking = 0;
    s->step = 0;
    /*@ loop invariant range: 0 <= j <= s->workers;
        loop invariant fresh: \forall integer k; 0 <= k < j ==>
          s->state[k] == 0 && s->lacks[k] == 0 && s->sent[k] == 0 && s->applied[k] == 0;
        loop assigns j, s->state[0 .. SP_ELASTIC_MAX_PEERS - 1],
                     s->lacks[0 .. SP_ELASTIC_MAX_PEERS - 1],
                     s->sent[0 .. SP_ELASTIC_MAX_PEERS - 1],
                     s->applied[0 .. SP_ELASTIC_MAX_PEERS - 1];
        loop variant s->workers - j; */
    for (uint32_t j = 0; j < s->workers; j++) {
        s->state[j] = SP_ELASTIC_AWAITED;
        s->lacks[j] = 0;
        s->sent[j] = 0;
        s->applied[j] = 0;
    }
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant sums: sp_loss_awaited(s->state, q) == q &&
           sp_loss_lacking(s->lacks, q) == 0;
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
}

/* Worker j has been heard of, or has stopped. */
/*@ requires room: \valid(s);
    requires awaited: j < s->workers <= SP_ELASTIC_MAX_PEERS && s->state[j] == 0 &&
      1 <= state <= 2;
    requires sum: s->awaited == sp_loss_awaited(s->state, s->workers) <= s->workers;
    requires below: s->sent[j] <= SP_ELASTIC_LOSS_CEILING;
    terminates \true;
    exits \false;
    assigns s->state[j], s->sent[j], s->awaited;
    ensures state: s->state[j] == state && s->sent[j] == \old(s->sent[j]) + 1;
    ensures sum: s->awaited == sp_loss_awaited(s->state, s->workers) <= s->workers;
    ensures fewer: s->awaited == \old(s->awaited) - 1; */
static void hear(struct sp_elastic_loss *s, uint32_t j, uint8_t state)
{
    s->state[j] = state;
    s->sent[j]++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant awaited: sp_loss_awaited(s->state, q) ==
           sp_loss_awaited(\at(s->state, Pre), q) - (q > j ? 1 : 0);
         loop invariant some: 0 <= sp_loss_awaited(s->state, q) <= q;
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
    s->awaited--;
}

void sp_elastic_loss_arrive(struct sp_elastic_loss *s, uint32_t j)
{
    s->applied[j]++;
    hear(s, j, SP_ELASTIC_HEARD);
}

void sp_elastic_loss_lose(struct sp_elastic_loss *s, uint32_t j)
{
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant some: 0 <= sp_loss_lacking(s->lacks, q) &&
           (q > j ==> s->lacks[j] <= sp_loss_lacking(s->lacks, q));
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
    s->lacks[j]++;
    s->lacking++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant lacking: sp_loss_lacking(s->lacks, q) ==
           sp_loss_lacking(\at(s->lacks, Pre), q) + (q > j ? 1 : 0);
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
    hear(s, j, s->crash == 1 ? SP_ELASTIC_STOPPED : SP_ELASTIC_HEARD);
}

void sp_elastic_loss_late(struct sp_elastic_loss *s, uint32_t j)
{
    s->lacks[j]--;
    s->applied[j]++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant lacking: sp_loss_lacking(s->lacks, q) ==
           sp_loss_lacking(\at(s->lacks, Pre), q) - (q > j ? 1 : 0);
         loop invariant some: 0 <= sp_loss_lacking(s->lacks, q);
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
    s->lacking--;
}

/* Worker j is awaited again; those before it are counted. */
/*@ requires room: \valid(s);
    requires heard: j < s->workers <= SP_ELASTIC_MAX_PEERS;
    requires count: s->awaited == sp_loss_awaited(s->state, j) <= j;
    terminates \true;
    exits \false;
    assigns s->state[j], s->awaited;
    ensures state: s->state[j] == 0;
    ensures count: s->awaited == sp_loss_awaited(s->state, j + 1) <= j + 1; */
static void again(struct sp_elastic_loss *s, uint32_t j)
{
    s->state[j] = SP_ELASTIC_AWAITED;
    s->awaited++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= j;
         loop invariant same: sp_loss_awaited(s->state, q) ==
           sp_loss_awaited(\at(s->state, Pre), q);
         loop assigns q;
         loop variant j - q; @/
      for (uint32_t q = 0; q < j; q++) ; */
}

void sp_elastic_loss_finish(struct sp_elastic_loss *s)
{
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->workers;
         loop invariant some: 0 <= sp_loss_awaited(s->state, q);
         loop invariant none: sp_loss_awaited(s->state, q) == 0 ==>
           \forall integer j; 0 <= j < q ==> s->state[j] != 0;
         loop assigns q;
         loop variant s->workers - q; @/
      for (uint32_t q = 0; q < s->workers; q++) ; */
    s->step++;
    s->awaited = 0;
    /*@ loop invariant range: 0 <= j <= s->workers;
        loop invariant begun: \forall integer k; 0 <= k < j ==>
          s->state[k] == (\at(s->state, Pre)[k] == 2 ? 2 : 0);
        loop invariant same: \forall integer k; j <= k < s->workers ==>
          s->state[k] == \at(s->state, Pre)[k];
        loop invariant awaited: s->awaited == sp_loss_awaited(s->state, j) <= j;
        loop assigns j, s->state[0 .. s->workers - 1], s->awaited;
        loop variant s->workers - j; */
    for (uint32_t j = 0; j < s->workers; j++) {
        if (s->state[j] == SP_ELASTIC_HEARD)
            again(s, j);
    }
}
