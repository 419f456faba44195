/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_RUNS_SHOW_RUN_H
#define SP_RUNS_SHOW_RUN_H

#include <jansson.h>
#include <stdio.h>

#include "bounds/base/error.h"

/* A summary for people: problem, constants, what was measured with 99 % limits over the seeds. */
enum sp_status sp_show_run(FILE *out, const json_t *summary, struct sp_error *err);

#endif
