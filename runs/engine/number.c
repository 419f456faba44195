/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/number.h"

#include <math.h>

#include <arb.h>

#include "bounds/formula/number.h"

static enum sp_status read_exact(fmpq_t exact, const char *key, const char *text,
                                 struct sp_error *err)
{
    struct sp_error why = {0};
    enum sp_dimension dimension;
    if (sp_number_read(exact, &dimension, text, &why) != SP_OK)
        return sp_fail(err, SP_USAGE, "%s: %s", key, why.text);
    return SP_OK;
}

static double nearest_double(const fmpq_t exact)
{
    arf_t x;
    arf_init(x);
    arf_set_fmpq(x, exact, 53, ARF_RND_NEAR);
    double value = arf_get_d(x, ARF_RND_NEAR);
    arf_clear(x);
    return value;
}

enum sp_status sp_double_read(double *value, const char *key, const char *text,
                              struct sp_error *err)
{
    fmpq_t exact;
    fmpq_init(exact);
    enum sp_status status = read_exact(exact, key, text, err);
    if (status == SP_OK) {
        double x = nearest_double(exact);
        if (isfinite(x))
            *value = x;
        else
            status = sp_fail(err, SP_USAGE, "%s: '%s' is too large", key, text);
    }
    fmpq_clear(exact);
    return status;
}

enum sp_status sp_count_read(uint64_t *value, const char *key, const char *text, uint64_t least,
                             uint64_t most, struct sp_error *err)
{
    fmpq_t exact;
    fmpq_init(exact);
    enum sp_status status = read_exact(exact, key, text, err);
    if (status == SP_OK &&
        (!fmpz_is_one(fmpq_denref(exact)) || fmpz_cmp_ui(fmpq_numref(exact), least) < 0 ||
         fmpz_cmp_ui(fmpq_numref(exact), most) > 0))
        status = sp_fail(err, SP_USAGE, "%s: '%s' is not a whole number from %llu to %llu", key,
                         text, (unsigned long long)least, (unsigned long long)most);
    if (status == SP_OK)
        *value = fmpz_get_ui(fmpq_numref(exact));
    fmpq_clear(exact);
    return status;
}
