/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses `float` for the text that is included next; see real_f64.h and real_end.h. */
#define SP_REAL float
#define SP_NAME(name) name##_f32
#define SP_CONST(name) name##_F32
#define SP_RND rnd32
#define SP_U 0x1p-24
#define SP_TINY 0x1p-149
#define SP_FAR 0x1p127
#define SP_LARGEST 0x1.fffffep127f
