/* SPDX-License-Identifier: Apache-2.0 */
/* A line of the shell: split into words, then read by the tables of a command, which the first
 * byte chooses. Nothing is run. */
#include <stdlib.h>

#include "bounds/cli/args.h"
#include "bounds/cli/commands.h"
#include "bounds/cli/words.h"
#include "runs/cli/commands.h"
#include "tests/fuzz/fuzz.h"

#define MOST 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct sp_command *const commands[] = {
        &sp_command_bound, &sp_command_budget, &sp_command_crossover, &sp_command_best,
        &sp_command_plan, &sp_command_vectors, &sp_command_run, &sp_command_compare};
    struct sp_error err = {SP_OK, ""};
    struct sp_args args = {0};
    char *words[MOST + 2] = {"command"};
    if (size < 1)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    const int n = sp_words(text, words + 1, MOST);
    fuzz_demand(n >= -1 && n <= MOST, "the count of words is in its range");
    if (n >= 0) {
        words[n + 1] = NULL;
        const enum sp_status status = sp_args_read(
            &args, commands[data[0] % (sizeof commands / sizeof *commands)], n + 1, words, &err);
        fuzz_demand(status == SP_OK || err.text[0] != '\0', "a failure says why");
        sp_args_clear(&args);
    }
    free(text);
    return 0;
}
