/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum sp_status sp_fail(struct sp_error *err, enum sp_status status, const char *format, ...)
{
    if (err == NULL)
        return status;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (length >= (int)sizeof err->text)
        memcpy(err->text + sizeof err->text - 4, "...", 4);
    err->status = status;
    return status;
}

enum sp_status sp_fail_memory(struct sp_error *err)
{
    return sp_fail(err, SP_INTERNAL, "out of memory");
}
