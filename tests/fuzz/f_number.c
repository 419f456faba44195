/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers, counts, ranges of values and laws of delay, as they stand in arguments. */
#include <stdlib.h>

#include "bounds/formula/number.h"
#include "bounds/solve/point.h"
#include "runs/engine/delay.h"
#include "runs/engine/number.h"
#include "tests/fuzz/fuzz.h"

static void read_points(const char *text, int whole)
{
    struct sp_error err;
    struct sp_points points = {0};
    if (sp_points_read(&points, text, whole, "input", &err) == SP_OK)
        for (size_t i = 0; i < points.n && i < 4; i++)
            free(sp_point_text(&points.items[i]));
    sp_points_clear(&points);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sp_error err;
    enum sp_dimension dimension;
    struct sp_delay delay;
    fmpq_t value;
    size_t used = 0;
    long count;
    double rounded;
    char *text = fuzz_text(data, size);
    fmpq_init(value);
    if (sp_number_scan(value, &dimension, &used, text, &err) == SP_OK)
        fuzz_demand(used > 0 && used <= size, "a number has a length");
    sp_number_read(value, &dimension, text, &err);
    if (sp_number_count(&count, 3, text, &err) == SP_OK)
        fuzz_demand(count >= 3, "a count is in its range");
    sp_double_read(&rounded, "input", text, &err);
    sp_delay_read(&delay, text, &err);
    /* A range may ask for ten million points: too many for a quick test. */
    if (size < 12) {
        read_points(text, 0);
        read_points(text, 1);
    }
    fmpq_clear(value);
    free(text);
    return 0;
}
