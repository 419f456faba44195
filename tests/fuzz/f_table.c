/* SPDX-License-Identifier: Apache-2.0 */
/* CSV and LIBSVM files, compressed or not: as a table, and as two classes of it. */
#include <math.h>

#include "runs/problem/table.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sp_error err;
    struct sp_table table = {0};
    struct sp_dataset classes = {0};
    const char *path = fuzz_file(data, size, "");
    const enum sp_status status = sp_table_read(&table, path, &err);
    fuzz_demand(status == SP_OK || status == SP_INPUT, "a table is right or SP_INPUT");
    if (status == SP_OK)
        for (size_t i = 0; i < table.rows * table.width; i++)
            fuzz_demand(isfinite(table.values[i]), "a table has finite numbers");
    if (status == SP_OK)
        sp_table_clear(&table);
    if (sp_dataset_table(&classes, path, 1, SP_ANY_CLASS, 0, &err) == SP_OK) {
        for (size_t i = 0; i < classes.n * classes.width; i++)
            fuzz_demand(fabs(classes.rows[i]) <= 1, "features are scaled");
        sp_dataset_clear(&classes);
    }
    return 0;
}
