/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/code.h"

const char *sp_code_text(int code)
{
    switch (code) {
    case SP_CODE_OK:
        return "done";
    case SP_CODE_NULL:
        return "null pointer";
    case SP_CODE_NOT_FINITE:
        return "NaN or infinity in an input";
    case SP_CODE_TOO_LARGE:
        return "magnitude above the kernel's limit";
    case SP_CODE_PARAMETER:
        return "parameter outside its range";
    case SP_CODE_OVERLAP:
        return "arrays overlap";
    case SP_CODE_TOO_LONG:
        return "length does not fit";
    case SP_CODE_ROUNDING:
        return "arithmetic does not round to nearest or flushes subnormal numbers";
    default:
        return "unknown code";
    }
}
