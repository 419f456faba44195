/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of a run, KEY=VALUE a line. A setting that is taken is the same after a detour
 * through JSON. */
#include <string.h>
#include <stdlib.h>

#include "runs/engine/setting.h"
#include "tests/fuzz/fuzz.h"

static enum sp_status put_lines(struct sp_run_setting *setting, char *text, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (char *line = strtok(text, "\n"); line != NULL && status == SP_OK;
         line = strtok(NULL, "\n")) {
        char *equals = strchr(line, '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        status = sp_run_setting_put(setting, line, equals + 1, err);
    }
    return status;
}

static void read_again(const struct sp_run_setting *setting)
{
    struct sp_error err;
    struct sp_run_setting again;
    json_t *object = sp_run_setting_json(setting);
    const enum sp_status status = sp_run_setting_from_json(&again, object, &err);
    fuzz_demand(status == SP_OK, err.text);
    json_t *second = sp_run_setting_json(&again);
    fuzz_demand(json_equal(object, second), "a setting is the same when it is read again");
    json_decref(object);
    json_decref(second);
    sp_run_setting_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sp_error err;
    struct sp_run_setting setting;
    char *text = fuzz_text(data, size);
    enum sp_status status = sp_run_setting_start(&setting, &err);
    if (status == SP_OK)
        status = put_lines(&setting, text, &err);
    if (status == SP_OK)
        status = sp_run_setting_check(&setting, &err);
    if (status == SP_OK)
        read_again(&setting);
    sp_run_setting_clear(&setting);
    free(text);
    return 0;
}
