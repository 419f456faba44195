/* SPDX-License-Identifier: Apache-2.0 */
/* `check` and `compare` on a trace. */
#include "runs/cli/commands.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size, ".jsonl");
    fuzz_command(&sp_command_check, path);
    fuzz_command(&sp_command_compare, path);
    return 0;
}
