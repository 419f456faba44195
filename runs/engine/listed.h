/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_LISTED_H
#define SP_ENGINE_LISTED_H

#include <stdint.h>

#include "bounds/base/error.h"

#define SP_LISTED_MOST 256

/* Numbers of some learners: "3:2,7:1/2". */
struct sp_listed {
    unsigned n;
    struct {
        uint32_t learner;
        double value;
    } at[SP_LISTED_MOST];
};

/* "" is the empty list. SP_USAGE: no such form, a learner twice, too many. */
enum sp_status sp_listed_read(struct sp_listed *list, const char *key, const char *text,
                              struct sp_error *err);
double sp_listed_get(const struct sp_listed *list, uint32_t learner, double otherwise);

#endif
