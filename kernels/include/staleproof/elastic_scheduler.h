/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_ELASTIC_SCHEDULER_H
#define STALEPROOF_ELASTIC_SCHEDULER_H

/* When may a worker begin its next step although gradients of this one are still under way? When
 * what is missing weighs little enough, by headers that travel ahead of the gradients.
 *
 *   a step:  sp_elastic_begin; for each part, as they come, sp_elastic_header, sp_elastic_arrive;
 *            when sp_elastic_may says 1, sp_elastic_release, and compute on the view as it is;
 *            later parts still arrive; only when all are here may the next step begin.
 *
 *   rule               part                weight                  share       then
 *   number             a peer's gradient   1                       q/p         B = (p - q) M/p
 *   norms, by peer     a peer's gradient   norm                    beta        B = (1 - beta) M
 *   norms, by layer    a layer             squared mean norm       beta^2      B = sqrt(1-beta^2) M
 *   local proxy        a layer             own squared norm        beta^2      B_norm_bounded_local
 *   variance           a peer's gradient   1                       q/p         B_variance_bounded
 *
 * A guard may be added to any rule: nothing is released while more than `cap` units are missing, so
 * that with norms as weights the missing part of the mean is at most cap*u/p whatever the share.
 *
 * In the first four a missing part counts as zero, and is added when it comes. In the last the
 * worker's own gradient stands in for each missing one, and a late part adds the difference:
 * sp_elastic_arrive says which parts were late. Weights are integers, rounded up: with weights in
 * units of u the bound holds with p*u more than the norms' sum on its right side. The share is in
 * 4096ths, rounded up (sp_elastic_share_of).
 *
 * Proved at every event, for any number of parts: each part is applied exactly once a step; at
 * release missing * 4096 <= (4096 - share) * total and missing <= cap; at share = 4096 nothing that
 * weighs anything is missing, the synchronous method; all here always releases, so there is no
 * deadlock; nothing of a step is left when the next begins.
 *
 * Source: [nadiradze2021, norm-bounded and variance-bounded schedulers]; B by the formula files
 * B_norm_bounded_* and B_variance_bounded*. */

#include <stdint.h>

#ifndef SP_ELASTIC_MAX_PARTS
#define SP_ELASTIC_MAX_PARTS 1048576u
#endif
#define SP_ELASTIC_WHOLE 4096u              /* a share of 1 */
#define SP_ELASTIC_MAX_WEIGHT 0x7fffffffu   /* so that 4096 times the sum of all fits 64 bits */
#define SP_ELASTIC_CEILING 0x4000000000000000u /* of the steps */

struct sp_elastic {
    uint32_t parts;    /* parts a step */
    uint32_t share;    /* of the weight that must be here before release, in 4096ths */
    uint32_t released; /* 1: this step has been released */
    uint32_t unknown;  /* headers of this step that are not here */
    uint32_t left;     /* parts of this step that are not here */
    uint64_t step;     /* steps begun */
    uint64_t cap;      /* most that may be missing at release; UINT64_MAX: no guard */
    uint64_t total;    /* weight of the headers that are here */
    uint64_t missing;  /* of that, weight of parts that are not here */
    uint32_t weight[SP_ELASTIC_MAX_PARTS]; /* 0 until the header is here */
    uint8_t known[SP_ELASTIC_MAX_PARTS];   /* 1: the header is here */
    uint8_t here[SP_ELASTIC_MAX_PARTS];    /* 1: the part is here */
    uint64_t applied[SP_ELASTIC_MAX_PARTS]; /* times that this part has been applied */
};

/*@ logic integer sp_elastic_weight(uint32_t weight[SP_ELASTIC_MAX_PARTS], integer n) =
      n <= 0 ? 0 : sp_elastic_weight(weight, n - 1) + weight[n - 1];
    logic integer sp_elastic_missing(uint32_t weight[SP_ELASTIC_MAX_PARTS],
                                     uint8_t here[SP_ELASTIC_MAX_PARTS], integer n) =
      n <= 0 ? 0 : sp_elastic_missing(weight, here, n - 1) +
                   (here[n - 1] == 0 ? weight[n - 1] : 0);
    logic integer sp_elastic_left(uint8_t flag[SP_ELASTIC_MAX_PARTS], integer n) =
      n <= 0 ? 0 : sp_elastic_left(flag, n - 1) + (flag[n - 1] == 0 ? 1 : 0);

    predicate sp_elastic_shape(struct sp_elastic s) =
      1 <= s.parts <= SP_ELASTIC_MAX_PARTS && s.share <= SP_ELASTIC_WHOLE && s.released <= 1;
    // exactly once: applied in each step before this one, and in this one if it is here
    predicate sp_elastic_part(struct sp_elastic s, integer i) =
      s.known[i] <= 1 && s.here[i] <= s.known[i] && s.weight[i] <= SP_ELASTIC_MAX_WEIGHT &&
      (s.known[i] == 0 ==> s.weight[i] == 0) && s.applied[i] + 1 == s.step + s.here[i];
    predicate sp_elastic_sums(struct sp_elastic s) =
      s.total == sp_elastic_weight(s.weight, s.parts) &&
      s.missing == sp_elastic_missing(s.weight, s.here, s.parts) &&
      s.unknown == sp_elastic_left(s.known, s.parts) &&
      s.left == sp_elastic_left(s.here, s.parts);
    predicate sp_elastic_small(struct sp_elastic s) =
      s.missing <= s.total <= SP_ELASTIC_MAX_WEIGHT * s.parts && s.unknown <= s.left <= s.parts &&
      (s.left == 0 ==> s.missing == 0);
    predicate sp_elastic_ok(struct sp_elastic s) =
      sp_elastic_shape(s) && 1 <= s.step &&
      (\forall integer i; 0 <= i < s.parts ==> sp_elastic_part(s, i)) && sp_elastic_sums(s) &&
      sp_elastic_small(s);
    predicate sp_elastic_light(struct sp_elastic s) =
      s.unknown == 0 && SP_ELASTIC_WHOLE * s.missing <= (SP_ELASTIC_WHOLE - s.share) * s.total &&
      s.missing <= s.cap; */

/* Starts a run, in its first step. */
/*@ requires room: \valid(s);
    requires parts: 1 <= parts <= SP_ELASTIC_MAX_PARTS && share <= SP_ELASTIC_WHOLE;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_elastic_ok(*s);
    ensures start: s->step == 1 && s->released == 0 && s->left == parts && s->unknown == parts;
    ensures given: s->parts == parts && s->share == share && s->cap == cap; */
void sp_elastic_start(struct sp_elastic *s, uint32_t parts, uint32_t share, uint64_t cap);

/* The next step: this one has been released and all its parts are here. */
/*@ requires room: \valid(s);
    requires ok: sp_elastic_ok(*s);
    requires over: s->released == 1 && s->left == 0;
    requires below: s->step < SP_ELASTIC_CEILING;
    terminates \true;
    exits \false;
    assigns *s;
    ensures ok: sp_elastic_ok(*s);
    ensures next: s->step == \old(s->step) + 1 && s->released == 0 && s->left == s->parts;
    ensures same: s->parts == \old(s->parts) && s->share == \old(s->share) &&
                  s->cap == \old(s->cap); */
void sp_elastic_begin(struct sp_elastic *s);

/* The header of part i of this step is here. */
/*@ requires room: \valid(s);
    requires ok: sp_elastic_ok(*s);
    requires known: i < s->parts && s->known[i] == 0;
    requires weight: weight <= SP_ELASTIC_MAX_WEIGHT;
    terminates \true;
    exits \false;
    assigns s->known[i], s->weight[i], s->total, s->missing, s->unknown;
    ensures ok: sp_elastic_ok(*s);
    ensures header: s->known[i] == 1 && s->weight[i] == weight &&
                    s->total == \old(s->total) + weight; */
void sp_elastic_header(struct sp_elastic *s, uint32_t i, uint32_t weight);

/* Part i of this step, whose header is here, is here: apply it. Returns 1 if it was late. */
/*@ requires room: \valid(s);
    requires ok: sp_elastic_ok(*s);
    requires below: s->step < SP_ELASTIC_CEILING;
    requires known: i < s->parts && s->known[i] == 1 && s->here[i] == 0;
    terminates \true;
    exits \false;
    assigns s->here[i], s->applied[i], s->missing, s->left;
    ensures ok: sp_elastic_ok(*s);
    ensures once: s->here[i] == 1 && s->applied[i] == \old(s->applied[i]) + 1 == s->step;
    ensures late: \result == s->released; */
uint32_t sp_elastic_arrive(struct sp_elastic *s, uint32_t i);

/* 1 if this step may be released, else 0. */
/*@ requires room: \valid(s);
    requires ok: sp_elastic_ok(*s);
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures rule: \result <= 1 && (\result == 1 <==> sp_elastic_light(*s));
    ensures progress: s->left == 0 ==> \result == 1; */
uint32_t sp_elastic_may(const struct sp_elastic *s);

/* Releases this step. */
/*@ requires room: \valid(s);
    requires ok: sp_elastic_ok(*s);
    requires light: sp_elastic_light(*s);
    terminates \true;
    exits \false;
    assigns s->released;
    ensures ok: sp_elastic_ok(*s);
    ensures released: s->released == 1;
    ensures whole: s->share == SP_ELASTIC_WHOLE ==> s->missing == 0;
    ensures guard: s->missing <= s->cap; */
void sp_elastic_release(struct sp_elastic *s);

/* norm/unit rounded up to a weight: at least norm/unit, above it by at most one (and a rounding).
 * SP_ELASTIC_NO_WEIGHT, which sp_checked_elastic_header refuses, for a NaN, a negative norm, a
 * unit that is not positive and finite, or a norm that needs a larger unit: a step whose headers
 * are not all known is never released. Not proved; tested. */
#define SP_ELASTIC_NO_WEIGHT 0xffffffffu
uint32_t sp_elastic_weight_of(double norm, double unit);

/* beta, or beta^2, as a share, rounded up. SP_ELASTIC_NO_SHARE, which sp_checked_elastic_start
 * refuses, for a NaN or a beta outside 0 to 1. Not proved; tested. */
#define SP_ELASTIC_NO_SHARE 0xffffffffu
uint32_t sp_elastic_share_of(double beta, int squared);

/* The checked entries: SP_CODE_NULL, SP_CODE_PARAMETER (no part, too many, a share above 4096, an
 * unknown part, a second header, a part without header, a part that is here already, a step that
 * is not over or not light enough), SP_CODE_TOO_LARGE (a weight, or the steps at their ceiling); on
 * refusal nothing changes. A result >= 0 is that of the kernel. */
int sp_checked_elastic_start(struct sp_elastic *s, uint32_t parts, uint32_t share, uint64_t cap);
int sp_checked_elastic_begin(struct sp_elastic *s);
int sp_checked_elastic_header(struct sp_elastic *s, uint32_t i, uint32_t weight);
int sp_checked_elastic_arrive(struct sp_elastic *s, uint32_t i);
int sp_checked_elastic_may(const struct sp_elastic *s);
int sp_checked_elastic_release(struct sp_elastic *s);

#endif
