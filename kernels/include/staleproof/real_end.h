/* SPDX-License-Identifier: Apache-2.0 */
/* Ends what real_f64.h or real_f32.h began. */
#undef SP_REAL
#undef SP_NAME
#undef SP_CONST
#undef SP_RND
#undef SP_U
#undef SP_TINY
#undef SP_FAR
#undef SP_LARGEST
