/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/elastic_scheduler.h"

/* Nothing of the new step is here: `applied` says once for each step before it. */
/*@ requires valid: \valid(s);
    requires shape: sp_elastic_shape(*s) && 1 <= s->step;
    requires applied: s->step == 1 || \forall integer i; 0 <= i < s->parts ==>
      s->applied[i] + 1 == s->step;
    terminates \true;
    exits \false;
    assigns s->weight[0 .. SP_ELASTIC_MAX_PARTS - 1], s->known[0 .. SP_ELASTIC_MAX_PARTS - 1],
            s->here[0 .. SP_ELASTIC_MAX_PARTS - 1], s->applied[0 .. SP_ELASTIC_MAX_PARTS - 1];
    ensures parts: \forall integer i; 0 <= i < s->parts ==>
      s->weight[i] == 0 && s->known[i] == 0 && s->here[i] == 0 && s->applied[i] + 1 == s->step; */
static void clear(struct sp_elastic *s)
{
    /*@ loop invariant range: 0 <= i <= s->parts;
        loop invariant parts: \forall integer j; 0 <= j < i ==>
          s->weight[j] == 0 && s->known[j] == 0 && s->here[j] == 0 &&
          s->applied[j] + 1 == s->step;
        loop invariant later: s->step == 1 || \forall integer j; i <= j < s->parts ==>
          s->applied[j] + 1 == s->step;
        loop assigns i, s->weight[0 .. SP_ELASTIC_MAX_PARTS - 1],
                     s->known[0 .. SP_ELASTIC_MAX_PARTS - 1],
                     s->here[0 .. SP_ELASTIC_MAX_PARTS - 1],
                     s->applied[0 .. SP_ELASTIC_MAX_PARTS - 1];
        loop variant s->parts - i; */
    for (uint32_t i = 0; i < s->parts; i++) {
        s->weight[i] = 0;
        s->known[i] = 0;
        s->here[i] = 0;
        if (s->step == 1)
            s->applied[i] = 0;
    }
}

/* A step in which nothing is here. */
/*@ requires valid: \valid(s);
    requires shape: sp_elastic_shape(*s) && 1 <= s->step;
    requires applied: s->step == 1 || \forall integer i; 0 <= i < s->parts ==>
      s->applied[i] + 1 == s->step;
    terminates \true;
    exits \false;
    assigns s->released, s->unknown, s->left, s->total, s->missing,
            s->weight[0 .. SP_ELASTIC_MAX_PARTS - 1], s->known[0 .. SP_ELASTIC_MAX_PARTS - 1],
            s->here[0 .. SP_ELASTIC_MAX_PARTS - 1], s->applied[0 .. SP_ELASTIC_MAX_PARTS - 1];
    ensures ok: sp_elastic_ok(*s);
    ensures fresh: s->released == 0 && s->left == s->parts && s->unknown == s->parts; */
static void open_step(struct sp_elastic *s)
{
    s->released = 0;
    s->unknown = s->parts;
    s->left = s->parts;
    s->total = 0;
    s->missing = 0;
    clear(s);
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->parts;
         loop invariant none: sp_elastic_weight(s->weight, q) == 0 &&
           sp_elastic_missing(s->weight, s->here, q) == 0;
         loop invariant all: sp_elastic_left(s->known, q) == q &&
           sp_elastic_left(s->here, q) == q;
         loop assigns q;
         loop variant s->parts - q; @/
      for (uint32_t q = 0; q < s->parts; q++) ; */
}

void sp_elastic_start(struct sp_elastic *s, uint32_t parts, uint32_t share, uint64_t cap)
{
    s->cap = cap;
    s->parts = parts;
    s->share = share;
    s->released = 0;
    s->step = 1;
    open_step(s);
}

void sp_elastic_begin(struct sp_elastic *s)
{
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->parts;
         loop invariant positive: 0 <= sp_elastic_left(s->here, q);
         loop invariant here: sp_elastic_left(s->here, q) == 0 ==>
           \forall integer i; 0 <= i < q ==> s->here[i] == 1;
         loop assigns q;
         loop variant s->parts - q; @/
      for (uint32_t q = 0; q < s->parts; q++) ; */
    s->step++;
    open_step(s);
}

void sp_elastic_header(struct sp_elastic *s, uint32_t i, uint32_t weight)
{
    s->known[i] = 1;
    s->weight[i] = weight;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->parts;
         loop invariant total: sp_elastic_weight(s->weight, q) ==
           sp_elastic_weight(\at(s->weight, Pre), q) + (q > i ? weight : 0);
         loop invariant missing: sp_elastic_missing(s->weight, s->here, q) ==
           sp_elastic_missing(\at(s->weight, Pre), s->here, q) + (q > i ? weight : 0);
         loop invariant unknown: sp_elastic_left(s->known, q) ==
           sp_elastic_left(\at(s->known, Pre), q) - (q > i ? 1 : 0);
         loop invariant small: 0 <= sp_elastic_missing(s->weight, s->here, q) <=
           sp_elastic_weight(s->weight, q) <= SP_ELASTIC_MAX_WEIGHT * q;
         loop invariant few: 0 <= sp_elastic_left(s->known, q) <= sp_elastic_left(s->here, q) <= q;
         loop invariant empty: sp_elastic_left(s->here, q) == 0 ==>
           sp_elastic_missing(s->weight, s->here, q) == 0;
         loop assigns q;
         loop variant s->parts - q; @/
      for (uint32_t q = 0; q < s->parts; q++) ; */
    s->total += weight;
    s->missing += weight;
    s->unknown--;
}

uint32_t sp_elastic_arrive(struct sp_elastic *s, uint32_t i)
{
    s->here[i] = 1;
    s->applied[i]++;
    /*@ ghost
      /@ loop invariant range: 0 <= q <= s->parts;
         loop invariant missing: sp_elastic_missing(s->weight, s->here, q) ==
           sp_elastic_missing(s->weight, \at(s->here, Pre), q) - (q > i ? s->weight[i] : 0);
         loop invariant left: sp_elastic_left(s->here, q) ==
           sp_elastic_left(\at(s->here, Pre), q) - (q > i ? 1 : 0);
         loop invariant small: 0 <= sp_elastic_missing(s->weight, s->here, q) <=
           sp_elastic_weight(s->weight, q);
         loop invariant few: 0 <= sp_elastic_left(s->known, q) <= sp_elastic_left(s->here, q) <= q;
         loop invariant empty: sp_elastic_left(s->here, q) == 0 ==>
           sp_elastic_missing(s->weight, s->here, q) == 0;
         loop assigns q;
         loop variant s->parts - q; @/
      for (uint32_t q = 0; q < s->parts; q++) ; */
    s->missing -= s->weight[i];
    s->left--;
    return s->released;
}

uint32_t sp_elastic_may(const struct sp_elastic *s)
{
    if (s->unknown > 0 || s->missing > s->cap)
        return 0;
    return SP_ELASTIC_WHOLE * s->missing <= (SP_ELASTIC_WHOLE - s->share) * s->total ? 1u : 0u;
}

void sp_elastic_release(struct sp_elastic *s)
{
    s->released = 1;
}
