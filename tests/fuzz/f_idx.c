/* SPDX-License-Identifier: Apache-2.0 */
/* IDX files, as images and as labels. */
#include "runs/problem/idx.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t magic[] = {SP_IDX_IMAGES, SP_IDX_LABELS};
    for (int i = 0; i < 2; i++) {
        struct sp_error err;
        struct sp_idx idx = {0};
        unsigned sum = 0;
        if (sp_idx_read(&idx, fuzz_file(data, size, ""), magic[i], &err) != SP_OK)
            continue;
        for (size_t k = 0; k < idx.bytes; k++)
            sum += idx.data[k]; /* all of it is there */
        fuzz_demand(sum <= 255 * idx.bytes, "bytes are bytes");
        sp_idx_clear(&idx);
    }
    return 0;
}
