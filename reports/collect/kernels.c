/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/cli/ledger.h"
#include "reports/collect/collect.h"

/* "axiom magnitude_order_f64; contract ...": what the proof takes for granted. */
static json_t *assumptions_of(const json_t *kernel)
{
    char *text = NULL;
    size_t length = 0, i;
    const json_t *row;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL)
        return NULL;
    json_array_foreach(json_object_get(kernel, "assumptions"), i, row)
        fprintf(stream, "%s%s %s", i == 0 ? "" : "; ",
                json_string_value(json_object_get(row, "kind")),
                json_string_value(json_object_get(row, "subject")));
    json_t *string = fclose(stream) == 0 ? json_string(length ? text : "nothing more") : NULL;
    free(text);
    return string;
}

/* Two kernels of one target, for float and for double, share their goals: one row a target. */
static int is_listed(const json_t *list, const json_t *target)
{
    size_t i;
    const json_t *row;
    json_array_foreach(list, i, row) if (json_equal(json_object_get(row, "name"), target)) return 1;
    return 0;
}

static enum sp_status append(json_t *list, const json_t *kernel, struct sp_error *err)
{
    const json_t *goals = json_object_get(kernel, "goals");
    const json_t *claim = json_array_get(json_object_get(kernel, "claims"), 0);
    json_t *row = json_pack("{s:O, s:O?, s:O?, s:O?, s:O?, s:o}", "name",
                            json_object_get(kernel, "target"), "claim", claim, "goals",
                            json_object_get(goals, "total"), "proved",
                            json_object_get(goals, "proved"), "status",
                            json_object_get(kernel, "status"), "assumptions",
                            assumptions_of(kernel));
    if (row == NULL || json_array_append_new(list, row) != 0)
        return sp_fail_memory(err);
    return SP_OK;
}

enum sp_status sp_collect_kernels(json_t *list, const char *path, struct sp_error *err)
{
    size_t i;
    const json_t *kernel;
    json_t *ledger;
    enum sp_status status = sp_ledger_read(&ledger, path, err);
    if (status != SP_OK)
        return status;
    if (ledger == NULL)
        return sp_fail(err, SP_INPUT, "no proof ledger beside the program: `make verify` makes it");
    json_array_foreach(json_object_get(ledger, "kernels"), i, kernel)
    {
        if (status == SP_OK && !is_listed(list, json_object_get(kernel, "target")))
            status = append(list, kernel, err);
    }
    json_decref(ledger);
    return status;
}
