/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_BASE_ERROR_H
#define SP_BASE_ERROR_H

/* What a function above the kernels returns, and what the program exits with. */
enum sp_status {
    SP_OK = 0,        /* done; the claim asked about is true */
    SP_FALSE = 1,     /* a claim is false, a condition fails, a bound is violated */
    SP_USAGE = 2,     /* the request itself is wrong: unknown name, missing parameter */
    SP_INPUT = 3,     /* a file cannot be read, or its content is not what it must be */
    SP_UNDECIDED = 4, /* the precision cap was reached before the answer was certain */
    SP_INTERNAL = 5   /* out of memory, or a fault of ours */
};

#define SP_ERROR_TEXT 1024

struct sp_error {
    enum sp_status status;
    char text[SP_ERROR_TEXT]; /* one sentence: place, what was found, what was expected */
};

/* Records the message and returns `status`, so that callers write `return sp_fail(...)`.
 * A text that does not fit is cut and ends in "...". `err` may be NULL. */
enum sp_status sp_fail(struct sp_error *err, enum sp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The usual out-of-memory failure. */
enum sp_status sp_fail_memory(struct sp_error *err);

#endif
