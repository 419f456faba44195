/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/json_tolerant.h"
#include "bounds/cli/vectors.h"

static enum sp_status check_record(const json_t *record, size_t index, const char *path,
                                   struct sp_error *err)
{
    static const char *const texts[] = {"id", "quantity"};
    if (!json_is_object(record))
        return sp_fail(err, SP_INPUT, "%s: record %zu is not an object", path, index + 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!json_is_string(json_object_get(record, texts[i])))
            return sp_fail(err, SP_INPUT, "%s: record %zu has no text '%s'", path, index + 1,
                           texts[i]);
    if (!json_is_object(json_object_get(record, "inputs")))
        return sp_fail(err, SP_INPUT, "%s: record %zu has no object 'inputs'", path, index + 1);
    return SP_OK;
}

static enum sp_status check(const json_t *records, const char *path, struct sp_error *err)
{
    if (!json_is_array(records))
        return sp_fail(err, SP_INPUT, "%s: expected an array of records", path);
    for (size_t i = 0; i < json_array_size(records); i++) {
        enum sp_status status = check_record(json_array_get(records, i), i, path, err);
        if (status != SP_OK)
            return status;
    }
    return SP_OK;
}

enum sp_status sp_vectors_read(json_t **records, const char *path, struct sp_error *err)
{
    json_t *document = NULL;
    enum sp_status status = sp_json_read(&document, path, err);
    if (status != SP_OK)
        return status;
    status = check(document, path, err);
    if (status == SP_OK)
        *records = document;
    else
        json_decref(document);
    return status;
}
