/* SPDX-License-Identifier: Apache-2.0 */
/* `vectors` on a file of reference vectors. */
#include "bounds/cli/commands.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_command(&sp_command_vectors, fuzz_file(data, size, ".json"));
    return 0;
}
