/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/random_philox.h"

/* Known answers that the generator's authors publish with it. */
static const struct {
    uint32_t counter[4], key[2], out[4];
} known[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

static void published_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t out[4], same[4];
        sp_random_philox(out, known[i].counter, known[i].key);
        assert_memory_equal(out, known[i].out, sizeof out);
        memcpy(same, known[i].counter, sizeof same);
        sp_random_philox(same, same, known[i].key); /* in place */
        assert_memory_equal(same, out, sizeof out);
    }
}

static void index_is_below_n(void **state)
{
    (void)state;
    assert_int_equal(sp_random_index(0xffffffff, 1), 0);
    assert_int_equal(sp_random_index(0xffffffff, 0xffffffff), 0xfffffffe);
    assert_int_equal(sp_random_index(0, 10), 0);
    assert_int_equal(sp_random_index(0x19999999, 10), 0); /* just under 1/10 */
    assert_int_equal(sp_random_index(0x1999999a, 10), 1);
}

static void uniform_is_exact_at_the_ends(void **state)
{
    (void)state;
    assert_true(sp_random_uniform(0, 0) == 0);
    assert_true(sp_random_uniform(0, 2047) == 0);
    assert_true(sp_random_uniform(0, 2048) == 0x1p-53);
    assert_true(sp_random_uniform(0x80000000, 0) == 0.5);
    assert_true(sp_random_uniform(0xffffffff, 0xffffffff) == 1 - 0x1p-53);
    assert_int_equal(sp_random_bits53(0xffffffff, 0xffffffff), 9007199254740991);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_answers),
        cmocka_unit_test(index_is_below_n),
        cmocka_unit_test(uniform_is_exact_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
