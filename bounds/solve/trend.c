/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/solve/search.h"

struct movement {
    int rises, falls, has_before;
    arb_t before;
};

static void follow(struct movement *m, arb_t value)
{
    if (m->has_before) {
        m->rises |= arb_gt(value, m->before);
        m->falls |= arb_lt(value, m->before);
    }
    m->has_before = 1;
    arb_swap(m->before, value);
}

enum sp_status sp_search_trend(enum sp_trend *trend, struct sp_case *bound, const char *variable,
                               const struct sp_solution *solution, struct sp_error *err)
{
    struct movement m = {0};
    enum sp_status status = SP_OK;
    arb_t value;
    arb_init(value);
    arb_init(m.before);
    for (size_t i = 0; status == SP_OK && i < solution->tried.n; i++) {
        if (solution->answers[i] == SP_INVALID || solution->answers[i] == SP_UNSURE)
            continue;
        status = sp_case_set_exact(bound, variable, solution->tried.items + i, err);
        /* 30 digits: differences smaller than that do not make a trend. */
        if (status == SP_OK &&
            sp_case_ball(bound, value, (struct sp_precision){30, 192, 65536, 0}, err) == SP_OK)
            follow(&m, value);
    }
    *trend = m.rises && m.falls ? SP_MIXED : m.rises ? SP_RISING : m.falls ? SP_FALLING : SP_LEVEL;
    arb_clear(value);
    arb_clear(m.before);
    return status;
}

const char *sp_trend_text(enum sp_trend trend)
{
    static const char *const texts[] = {"constant", "increasing", "decreasing", "not monotone"};
    return texts[trend];
}
