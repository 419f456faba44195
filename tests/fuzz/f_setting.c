/* SPDX-License-Identifier: Apache-2.0 */
/* A problem file (KEY = VALUE lines): each bound of the catalogue may be asked with it. The first
 * byte chooses the bound. */
#include "bounds/cli/args.h"
#include "bounds/cli/setting.h"
#include "tests/fuzz/fuzz.h"

static void ask(struct sp_catalogue *catalogue, const struct sp_setting *setting, size_t number)
{
    struct sp_error err;
    const struct sp_bound *bound = NULL;
    const char *name = sp_catalogue_name(catalogue, number % sp_catalogue_size(catalogue));
    if (sp_catalogue_find(catalogue, &bound, name, &err) != SP_OK)
        return;
    struct sp_result result = {0};
    struct sp_case *c = sp_case_new(catalogue, bound);
    if (sp_setting_apply(setting, catalogue, bound, c, 1, &err) == SP_OK)
        sp_case_evaluate(c, (struct sp_precision){5, 64, 128, 0}, &result, &err);
    sp_result_clear(&result);
    sp_case_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sp_catalogue *catalogue;
    struct sp_error err;
    struct sp_setting setting = {0};
    if (catalogue == NULL)
        catalogue = sp_catalogue_new();
    if (size < 1)
        return 0;
    static const struct sp_option set = {"set", 0, "FILE", "file"};
    struct sp_given_option given = {&set, fuzz_file(data + 1, size - 1, "")};
    const struct sp_args args = {.n_given = 1, .given = &given};
    if (sp_setting_read(&setting, &args, 0, &err) == SP_OK)
        ask(catalogue, &setting, data[0]);
    sp_setting_clear(&setting);
    return 0;
}
