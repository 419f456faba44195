/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STALEPROOF_CODE_H
#define STALEPROOF_CODE_H

/* What a checked entry point (sp_checked_*) returns. The numbers are stable: a new reason gets a
 * new number. On every negative code the outputs are untouched. When several reasons apply, the
 * first in the order of this list that the kernel tests is returned. */
enum sp_code {
    SP_CODE_OK = 0,          /* done */
    SP_CODE_NULL = -1,       /* a null pointer where at least one element is needed */
    SP_CODE_NOT_FINITE = -2, /* a NaN or an infinity in an input array */
    SP_CODE_TOO_LARGE = -3,  /* a magnitude above the power of two that the contract states */
    SP_CODE_PARAMETER = -4,  /* a scalar outside its range; NaN and infinity included */
    SP_CODE_OVERLAP = -5,    /* an output shares memory with another argument */
    SP_CODE_TOO_LONG = -6,   /* a length whose product or index does not fit */
    SP_CODE_ROUNDING = -7    /* not round-to-nearest, or subnormal numbers are flushed to zero */
};

/* One short phrase for each code, "unknown code" for any other number. Never NULL. */
const char *sp_code_text(int code);

#endif
