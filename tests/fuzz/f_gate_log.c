/* SPDX-License-Identifier: Apache-2.0 */
/* What the gate reads of WP: log, JSON report, table of properties. The first byte chooses. No
 * input that is cut or damaged may look like more proved goals than there are goals. */
#include <stdlib.h>

#include "proofs/gate/evidence.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct evidence e = {0};
    if (size < 1)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    if (data[0] % 4 < 2)
        evidence_read_log(&e, text);
    else if (data[0] % 4 == 2)
        evidence_read_properties(&e, text);
    else
        evidence_read_report(&e, fuzz_file(data + 1, size - 1, ""));
    fuzz_demand(e.report_proved <= e.report_total, "not more proved than there is");
    free(text);
    return 0;
}
