/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/code.h"
#include "staleproof/compress_topk.h"

#include "staleproof/real_f64.h"
#include "staleproof/key_u64.h"
#include "tests/unit/compress_topk.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "staleproof/key_u32.h"
#include "tests/unit/compress_topk.inc"
#include "staleproof/key_end.h"
#include "staleproof/real_end.h"

/* The assumption `magnitude_order`: every float that follows another in key has the next larger
 * magnitude, and the sign plays no part. All 2^31 magnitudes up to infinity would take 3 s; every
 * 13th pair of neighbours and both signs of it decide the same. */
static void keys_order_as_magnitudes_f32(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits + 1 <= 0x7f7fffffu; bits += 13) {
        float low, high;
        const uint32_t next = bits + 1;
        memcpy(&low, &bits, sizeof low);
        memcpy(&high, &next, sizeof high);
        if (!(low < high) || sp_compress_magnitude_key_f32(-low) != bits ||
            sp_compress_magnitude_key_f32(high) != next)
            fail_msg("float with bits %08x", (unsigned)bits);
    }
}

static void keys_order_as_magnitudes_f64(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int trial = 0; trial < 2000000; trial++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const uint64_t bits = seed >> 1, next = bits + 1;
        double low, high;
        memcpy(&low, &bits, sizeof low);
        memcpy(&high, &next, sizeof high);
        if (!isfinite(high))
            continue;
        assert_true(low < high);
        assert_true(sp_compress_magnitude_key_f64(-low) == (int64_t)bits);
        assert_true(sp_compress_magnitude_key_f64(high) == (int64_t)next);
    }
    assert_true(sp_compress_magnitude_key_f64(-0.0) == sp_compress_magnitude_key_f64(0.0));
    assert_true(sp_compress_magnitude_key_f64(0x1p-1074) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_sorting_f64), cmocka_unit_test(agrees_with_sorting_f32),
        cmocka_unit_test(refusals_f64),            cmocka_unit_test(refusals_f32),
        cmocka_unit_test(keys_order_as_magnitudes_f32),
        cmocka_unit_test(keys_order_as_magnitudes_f64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
