/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/json.h"

void sp_json_text(json_t *object, const char *key, const char *text)
{
    json_t *value = text ? json_string(text) : NULL;
    json_object_set_new(object, key, value ? value : json_null());
}

enum sp_status sp_json_print(FILE *out, const json_t *document, struct sp_error *err)
{
    if (!document)
        return sp_fail_memory(err);
    json_dumpf(document, out, JSON_INDENT(1));
    fputc('\n', out);
    return SP_OK;
}
