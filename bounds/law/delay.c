/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/law/delay.h"

#include <stdlib.h>

void sp_delay_law_init(struct sp_delay_law *law)
{
    law->n = 0;
    law->parts = NULL;
}

void sp_delay_law_clear(struct sp_delay_law *law)
{
    for (size_t i = 0; i < law->n; i++) {
        arb_clear(law->parts[i].weight);
        arb_clear(law->parts[i].a);
        arb_clear(law->parts[i].b);
        arb_clear(law->parts[i].end);
    }
    free(law->parts);
    sp_delay_law_init(law);
}

struct sp_law_part *sp_delay_law_add(struct sp_delay_law *law, enum sp_law_kind kind)
{
    if ((law->n & (law->n - 1)) == 0) { /* full: double */
        struct sp_law_part *more = realloc(law->parts, (2 * law->n + 1) * sizeof *more);
        if (more == NULL)
            return NULL;
        law->parts = more;
    }
    struct sp_law_part *part = &law->parts[law->n++];
    part->kind = kind;
    part->stages = 0;
    arb_init(part->weight);
    arb_one(part->weight);
    arb_init(part->a);
    arb_init(part->b);
    arb_init(part->end);
    arb_pos_inf(part->end);
    return part;
}

void sp_delay_law_at(acb_t survival, acb_t weight, const struct sp_delay_law *law, const acb_t u,
                     const arb_t at, slong prec)
{
    acb_t s, w;
    acb_init(s);
    acb_init(w);
    acb_zero(survival);
    acb_zero(weight);
    for (size_t i = 0; i < law->n; i++) {
        sp_part_at(s, w, &law->parts[i], u, at, prec);
        if (law->n == 1) {
            acb_swap(survival, s);
            acb_swap(weight, w);
            break;
        }
        acb_addmul_arb(survival, s, law->parts[i].weight, prec);
        acb_addmul_arb(weight, w, law->parts[i].weight, prec);
    }
    acb_clear(s);
    acb_clear(w);
}

void sp_delay_law_survival(arb_t survival, const struct sp_delay_law *law, const arb_t t,
                           int with_atoms, slong prec)
{
    acb_t s, w, u;
    acb_init(s);
    acb_init(w);
    acb_init(u);
    arb_log(acb_realref(u), t, prec);
    arb_zero(survival);
    for (size_t i = 0; i < law->n; i++) {
        if (!with_atoms && law->parts[i].kind == SP_LAW_ATOM)
            continue;
        sp_part_at(s, w, &law->parts[i], u, t, prec);
        arb_addmul(survival, acb_realref(s), law->parts[i].weight, prec);
    }
    acb_clear(s);
    acb_clear(w);
    acb_clear(u);
}

size_t sp_delay_law_kinks(arb_ptr room, size_t n, const struct sp_delay_law *law)
{
    for (size_t i = 0; i < law->n; i++) {
        const struct sp_law_part *part = &law->parts[i];
        if (part->kind == SP_LAW_PARETO)
            arb_set(room + n++, part->b);
        else if (part->kind == SP_LAW_ATOM || part->kind == SP_LAW_SHIFTED ||
                 part->kind == SP_LAW_UNIFORM)
            arb_set(room + n++, part->a);
        if (part->kind == SP_LAW_UNIFORM)
            arb_set(room + n++, part->b);
        if (arb_is_finite(part->end))
            arb_set(room + n++, part->end);
    }
    size_t kept = 0; /* a shift of 0 is no kink for t > 0 */
    for (size_t i = 0; i < n; i++)
        if (arb_is_positive(room + i))
            arb_swap(room + kept++, room + i);
    return kept;
}
