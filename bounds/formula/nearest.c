/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/nearest.h"

#include <string.h>

#define LONGEST 63

static unsigned change_cost(char a, char b)
{
    if (a == b)
        return 0;
    int same_letter = (a | 0x20) == (b | 0x20) && (a | 0x20) >= 'a' && (a | 0x20) <= 'z';
    return same_letter ? 1 : 2;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Levenshtein distance, in half steps, over the first LONGEST letters. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1];
    size_t n = strnlen(b, LONGEST), m = strnlen(a, LONGEST);
    for (size_t j = 0; j <= n; j++)
        row[j] = 2 * (unsigned)j;
    for (size_t i = 0; i < m; i++) {
        unsigned diagonal = row[0];
        row[0] += 2;
        for (size_t j = 0; j < n; j++) {
            unsigned changed = diagonal + change_cost(a[i], b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(changed, least(row[j], row[j + 1]) + 2);
        }
    }
    return row[n];
}

const char *sp_nearest(const char *word, const char *const *names, size_t n)
{
    const char *best = NULL;
    unsigned best_distance = (unsigned)strnlen(word, LONGEST) + 1;
    for (size_t i = 0; i < n; i++) {
        unsigned d = distance(word, names[i]);
        if (d <= best_distance && (best == NULL || d < best_distance)) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}
