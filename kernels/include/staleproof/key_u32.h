/* SPDX-License-Identifier: Apache-2.0 */
/* The key type of float magnitudes, for texts that are written once for both types. */
#define SP_KEY uint32_t
#define SP_STORED uint32_t /* an array of keys; >= 0 */
#define SP_KEY_NAME(x) x##_u32
#define SP_KEY_END 0x100000000 /* one past the largest key */
#define SP_KEY_TOP 0x1000000u  /* weight of the leading digit, base 256 */
#define SP_KEY_WEIGHT(w) ((w) == 1 || (w) == 0x100 || (w) == 0x10000 || (w) == 0x1000000)
