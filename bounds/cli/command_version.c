/* SPDX-License-Identifier: Apache-2.0 */
/* `version`: what to quote in a report. */
#include <arb.h>
#include <gmp.h>
#include <mpfr.h>

#include "bounds/cli/commands.h"

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    (void)err;
    printf("staleproof %s\n", SP_VERSION);
    if (sp_arg(args, "libraries"))
        printf("arb %s\nflint %s\nmpfr %s\ngmp %s\n", arb_version, FLINT_VERSION,
               mpfr_get_version(), gmp_version);
    return SP_OK;
}

static const struct sp_option options[] = {
    {"libraries", 0, NULL, "also print the versions of the number libraries"},
    {0},
};

const struct sp_command sp_command_version = {
    .name = "version",
    .operands = "",
    .summary = "print the version",
    .options = options,
    .run = run,
};
