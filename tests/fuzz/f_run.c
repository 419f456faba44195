/* SPDX-License-Identifier: Apache-2.0 */
/* `compare` on a summary of runs. */
#include "runs/cli/commands.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_command(&sp_command_compare, fuzz_file(data, size, ".json"));
    return 0;
}
