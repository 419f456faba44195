/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REAL
#ifndef STALEPROOF_MEMORY_ERROR_FEEDBACK_H
#define STALEPROOF_MEMORY_ERROR_FEEDBACK_H

/* The memory step of error feedback: memory := memory - sent, element by element. Before it, the
 * memory holds p = (old residual) + eta*g and `sent` the compressed p; after it, the residual
 * p - C(p), which the next step adds to its gradient.
 *
 *   memory  n entries, read and written
 *   sent    n entries, read: what the compressor passed on, in the same unit
 *
 * For a sparsifier, where sent[i] is memory[i] or 0, the residual is exact: 0 or memory[i]. So
 * nothing is lost: sent + residual = p to the bit. In general the residual is rounded once.
 * Aliasing: memory and sent must not overlap. Any n, 0 included.
 * Errors: none in the kernel; sp_checked_memory_error_feedback_* returns a negative enum sp_code
 * (NULL, NOT_FINITE, TOO_LARGE, OVERLAP, ROUNDING) with memory untouched.
 * Source: [stich2018, Algorithm 1]; exactness is proved here. */

#include <stddef.h>
#ifdef __FRAMAC__
#include "specs/acsl/round.h"
#endif

/* Largest magnitude of an entry. */
#define SP_MEMORY_ERROR_FEEDBACK_LIMIT_F64 0x1p1022
#define SP_MEMORY_ERROR_FEEDBACK_LIMIT_F32 0x1p126f

#include "staleproof/real_f64.h"
#include "staleproof/memory_error_feedback.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/memory_error_feedback.h"
#include "staleproof/real_end.h"

#endif
#else /* the text for one type */

/*@ predicate SP_NAME(residual_in)(SP_REAL x) = \is_finite(x)
      && -SP_CONST(SP_MEMORY_ERROR_FEEDBACK_LIMIT) <= x
      && x <= SP_CONST(SP_MEMORY_ERROR_FEEDBACK_LIMIT);
    predicate SP_NAME(residual_value)(real r, real p, real q) = r == SP_RND(p - q);
    predicate SP_NAME(residual_exact)(real r, real p, real q) =
      (q == 0 ==> r == p) && (q == p ==> r == 0);
    predicate SP_NAME(residual_bound)(real r, real p, real q) =
      dist(r, rsub(p, q)) <= SP_U * \abs(rsub(p, q)) + SP_TINY; */

/*@ requires room: \valid(memory + (0 .. n - 1)) && \valid_read(sent + (0 .. n - 1));
    requires apart: \separated(memory + (0 .. n - 1), sent + (0 .. n - 1));
    requires before: \forall integer i; 0 <= i < n ==> SP_NAME(residual_in)(memory[i]);
    requires passed: \forall integer i; 0 <= i < n ==> SP_NAME(residual_in)(sent[i]);
    terminates \true;
    exits \false;
    assigns memory[0 .. n - 1];
    ensures finite: \forall integer i; 0 <= i < n ==> \is_finite(memory[i]);
    ensures value: \forall integer i; 0 <= i < n ==>
      SP_NAME(residual_value)(memory[i], \old(memory[i]), sent[i]);
    ensures exact: \forall integer i; 0 <= i < n ==>
      SP_NAME(residual_exact)(memory[i], \old(memory[i]), sent[i]);
    ensures bound: \forall integer i; 0 <= i < n ==>
      SP_NAME(residual_bound)(memory[i], \old(memory[i]), sent[i]); */
void SP_NAME(sp_memory_error_feedback)(SP_REAL *memory, const SP_REAL *sent, size_t n);

int SP_NAME(sp_checked_memory_error_feedback)(SP_REAL *memory, const SP_REAL *sent, size_t n);

#endif
