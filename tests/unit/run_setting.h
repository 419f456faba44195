/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_TEST_RUN_SETTING_H
#define SP_TEST_RUN_SETTING_H

#include "runs/engine/setting.h"

/* A setting from "KEY=VALUE KEY=VALUE ..."; the test fails when it is not one. */
static inline struct sp_run_setting make_setting(const char *text)
{
    struct sp_run_setting setting;
    struct sp_error err = {0};
    char copy[1024], *rest = NULL;
    assert_int_equal(sp_run_setting_start(&setting, &err), SP_OK);
    assert_true(snprintf(copy, sizeof copy, "%s", text) < (int)sizeof copy);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (sp_run_setting_put(&setting, word, value, &err) != SP_OK)
            fail_msg("%s", err.text);
    }
    if (sp_run_setting_check(&setting, &err) != SP_OK)
        fail_msg("%s", err.text);
    return setting;
}

#endif
