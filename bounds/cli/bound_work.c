/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/bound_work.h"

#include <string.h>

#define MOST_DIGITS 10000
#define MOST_BITS 4000000

static enum sp_status read_precision(struct sp_work *w, struct sp_error *err)
{
    long digits, bits;
    w->precision = SP_PRECISION_DEFAULT;
    enum sp_status status =
        sp_arg_count(w->args, "digits", 1, MOST_DIGITS, w->precision.digits, &digits, err);
    if (status == SP_OK)
        status =
            sp_arg_count(w->args, "most-bits", 2, MOST_BITS, w->precision.most_bits, &bits, err);
    if (status != SP_OK)
        return status;
    w->precision.digits = (int)digits;
    w->precision.most_bits = bits;
    if (w->precision.bits > bits)
        w->precision.bits = bits;
    w->precision.explain = sp_arg(w->args, "explain") || sp_arg(w->args, "json");
    return SP_OK;
}

enum sp_status sp_work_open(struct sp_work *w, const struct sp_args *args, size_t first,
                            struct sp_error *err)
{
    *w = (struct sp_work){.args = args};
    enum sp_status status = read_precision(w, err);
    if (status != SP_OK)
        return status;
    w->catalogue = sp_catalogue_new();
    if (!w->catalogue)
        return sp_fail_memory(err);
    status = sp_catalogue_find(w->catalogue, &w->bound, args->words[0], err);
    return status == SP_OK ? sp_setting_read(&w->setting, args, first, err) : status;
}

enum sp_status sp_work_apply(struct sp_work *w, struct sp_error *err)
{
    w->c = sp_case_new(w->catalogue, w->bound);
    if (!w->c)
        return sp_fail_memory(err);
    return sp_setting_apply(&w->setting, w->catalogue, w->bound, w->c, 0, err);
}

void sp_work_close(struct sp_work *w)
{
    sp_case_free(w->c);
    sp_setting_clear(&w->setting);
    sp_catalogue_free(w->catalogue);
}

void sp_work_complete(const struct sp_args *args, FILE *out)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    const struct sp_bound *bound = NULL;
    if (!catalogue)
        return;
    if (args->n_words > 0)
        bound = sp_catalogue_get(catalogue, args->words[0]);
    if (bound)
        sp_setting_complete(bound, args, out);
    for (size_t i = 0; args->n_words == 0 && i < sp_catalogue_size(catalogue); i++)
        fprintf(out, "%s\n", sp_catalogue_name(catalogue, i));
    sp_catalogue_free(catalogue);
}
