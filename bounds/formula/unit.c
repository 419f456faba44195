/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/unit.h"

#include <string.h>

#include "bounds/formula/ascii.h"

static const struct {
    const char *name;
    enum sp_dimension dimension;
    long multiply, divide;
} units[] = {
    {"s", SP_TIME, 1, 1},
    {"ms", SP_TIME, 1, 1000},
    {"us", SP_TIME, 1, 1000000},
    {"ns", SP_TIME, 1, 1000000000},
    {"min", SP_TIME, 60, 1},
    {"h", SP_TIME, 3600, 1},
    {"B", SP_MEMORY, 1, 1},
    {"bytes", SP_MEMORY, 1, 1},
    {"kB", SP_MEMORY, 1000, 1},
    {"MB", SP_MEMORY, 1000000, 1},
    {"GB", SP_MEMORY, 1000000000, 1},
    {"KiB", SP_MEMORY, 1L << 10, 1},
    {"MiB", SP_MEMORY, 1L << 20, 1},
    {"GiB", SP_MEMORY, 1L << 30, 1},
    {"TiB", SP_MEMORY, 1L << 40, 1},
};

enum sp_status sp_unit_scan(fmpq_t value, enum sp_dimension *dimension, const char **at,
                            struct sp_error *err)
{
    size_t length = 0;
    while (sp_is_name((*at)[length]))
        length++;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strlen(units[i].name) != length || strncmp(units[i].name, *at, length) != 0)
            continue;
        fmpq_t factor;
        fmpq_init(factor);
        fmpq_set_si(factor, units[i].multiply, (ulong)units[i].divide);
        fmpq_mul(value, value, factor);
        fmpq_clear(factor);
        *dimension = units[i].dimension;
        *at += length;
        return SP_OK;
    }
    return sp_fail(err, SP_USAGE,
                   "'%.*s' right behind a number is not a unit (s ms us ns min h, B kB MB GB KiB "
                   "MiB GiB TiB); a product is written with *",
                   (int)(length < 40 ? length : 40), *at);
}
