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

/* Edit distance in half steps over the first LONGEST letters; two letters swapped are one step. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1][LONGEST + 1];
    size_t m = strnlen(a, LONGEST), n = strnlen(b, LONGEST);
    for (size_t i = 0; i <= m; i++)
        row[i][0] = 2 * (unsigned)i;
    for (size_t j = 0; j <= n; j++)
        row[0][j] = 2 * (unsigned)j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            unsigned d = row[i - 1][j - 1] + change_cost(a[i - 1], b[j - 1]);
            d = least(d, least(row[i - 1][j], row[i][j - 1]) + 2);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = least(d, row[i - 2][j - 2] + 2);
            row[i][j] = d;
        }
    return row[m][n];
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
