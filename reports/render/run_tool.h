/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_RUN_TOOL_H
#define SP_REPORT_RUN_TOOL_H

#include "bounds/base/error.h"

/* Runs `words` (ended by NULL) in `folder` (NULL: here) without a shell and waits. What it prints
 * goes to WORD0.log in that folder; a failure (SP_INTERNAL, or SP_USAGE when the program is not
 * installed) names that log. */
enum sp_status sp_run_tool(const char *const *words, const char *folder, struct sp_error *err);

#endif
