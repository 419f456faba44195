/* SPDX-License-Identifier: Apache-2.0 */
#include "staleproof/tiny_largest.h"

unsigned sp_tiny_largest(unsigned *a, unsigned n)
{
    unsigned best = 0;
    /*@ loop invariant range: best < i <= n;
        loop invariant largest: bounds(a, i, a[best]);
        loop invariant first: \forall integer j; 0 <= j < best ==> a[j] < a[best];
        loop assigns i, best;
        loop variant n - i; */
    for (unsigned i = 1; i < n; i++)
        if (a[i] > a[best])
            best = i;
    return best;
}
