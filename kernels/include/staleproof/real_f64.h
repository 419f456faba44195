/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses `double` for the text that is included next; see real_end.h. No include guard: a header
 * whose one text serves both types includes this, itself, real_f32.h, and itself again. */
#define SP_REAL double
#define SP_NAME(name) name##_f64
#define SP_CONST(name) name##_F64
#define SP_RND rnd64       /* rounding to nearest, ties to even, in the contracts */
#define SP_U 0x1p-53       /* unit roundoff */
#define SP_TINY 0x1p-1074  /* smallest positive number; a rounding errs by u|x| + SP_TINY/2 */
#define SP_FAR 0x1p1023       /* a result up to this magnitude does not overflow */
#define SP_LARGEST 0x1.fffffffffffffp1023
