/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORTS_KERNEL_TEXT_H
#define SP_REPORTS_KERNEL_TEXT_H

#include <stddef.h>

#include "bounds/base/error.h"

/* The headers of the kernels are their manuals and contracts; the program carries them, so that
 * it can show what its own kernels promise. */
struct sp_embedded {
    const char *name, *text; /* file name without folder; content */
};

/* Made by the build. Both end with a NULL name. */
extern const struct sp_embedded sp_kernel_headers[];
extern const struct sp_embedded sp_kernel_targets[];

struct sp_kernel {
    char name[96];
    const struct sp_embedded *target; /* proof target that names it */
    const struct sp_embedded *header; /* NULL if no header declares it */
};

/* All kernels that have a proof target, by name. The caller frees the list. */
enum sp_status sp_kernel_list(struct sp_kernel **list, size_t *n, struct sp_error *err);

/* Parts of the header, for one type (double or float) where the text serves both; malloc'ed,
 * NULL when there is none (or no memory). */
char *sp_kernel_manual(const struct sp_kernel *kernel);      /* the comment at the head */
char *sp_kernel_contract(const struct sp_kernel *kernel);    /* requires, assigns, ensures */
char *sp_kernel_definitions(const struct sp_kernel *kernel); /* predicates that contracts use */
char *sp_kernel_prototype(const struct sp_kernel *kernel);   /* one line, without ';' */

/* The rest of the target's line that starts with `key` ("claim", "file"); malloc'ed, "" if none. */
char *sp_kernel_target_line(const struct sp_kernel *kernel, const char *key);

#endif
