/* SPDX-License-Identifier: Apache-2.0 */
/* The key type of double magnitudes, for texts that are written once for both types. Arrays of keys
 * are of the signed type: 63 bits suffice, and the prover keeps arrays of different types apart. */
#define SP_KEY uint64_t
#define SP_STORED int64_t /* an array of keys; >= 0 */
#define SP_KEY_NAME(x) x##_u64
#define SP_KEY_END 0x10000000000000000  /* one past the largest key */
#define SP_KEY_TOP 0x100000000000000u   /* weight of the leading digit, base 256 */
#define SP_KEY_WEIGHT(w)                                                                           \
    ((w) == 1 || (w) == 0x100 || (w) == 0x10000 || (w) == 0x1000000 || (w) == 0x100000000 ||       \
     (w) == 0x10000000000 || (w) == 0x1000000000000 || (w) == 0x100000000000000)
