/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel that the gate's own tests break in every way: index of the largest, first on ties. */
#ifndef TINY_LARGEST_H
#define TINY_LARGEST_H
/*@ predicate bounds(unsigned *a, integer n, integer m) =
      \forall integer i; 0 <= i < n ==> a[i] <= m; */
/*@ lemma square: \forall integer x, y; 0 <= x <= y ==> x * x <= y * y; */
/*@ requires room: \valid_read(a + (0 .. n - 1));
    requires some: 0 < n;
    terminates \true;
    exits \false;
    assigns \nothing;
    ensures index: \result < n;
    ensures largest: bounds(a, n, a[\result]);
    ensures first: \forall integer i; 0 <= i < \result ==> a[i] < a[\result]; */
unsigned sp_tiny_largest(unsigned *a, unsigned n);
#endif
