/* SPDX-License-Identifier: Apache-2.0 */
/* The ring against a record of what was written where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "staleproof/code.h"
#include "staleproof/memory_ring.h"

enum { MOST_SLOTS = 9, VERSIONS = 100 };

static void what_was_written_is_read(void **state)
{
    (void)state;
    for (uint32_t slots = 1; slots <= MOST_SLOTS; slots++) {
        uint64_t store[MOST_SLOTS] = {0}; /* the version that lies in a place */
        struct sp_memory_ring s;
        assert_int_equal(sp_checked_memory_ring_start(&s, slots), SP_CODE_OK);
        for (uint64_t newest = 0; newest < VERSIONS; newest++) {
            for (uint64_t v = 0; v < newest + 3; v++) {
                const int place = sp_checked_memory_ring_place(&s, v);
                const int there = v <= newest && newest - v < slots;
                assert_int_equal(place < (int)slots, there);
                if (there)
                    assert_int_equal(store[place], v);
            }
            const int place = sp_checked_memory_ring_push(&s);
            assert_in_range(place, 0, slots - 1);
            store[place] = newest + 1;
        }
        assert_int_equal(sp_checked_memory_ring_place(&s, UINT64_MAX), slots);
    }
}

static void refusals_change_nothing(void **state)
{
    struct sp_memory_ring s, copy;
    (void)state;
    assert_int_equal(sp_checked_memory_ring_start(&s, 3), SP_CODE_OK);
    memcpy(&copy, &s, sizeof s);
    assert_int_equal(sp_checked_memory_ring_start(NULL, 3), SP_CODE_NULL);
    assert_int_equal(sp_checked_memory_ring_push(NULL), SP_CODE_NULL);
    assert_int_equal(sp_checked_memory_ring_place(NULL, 0), SP_CODE_NULL);
    assert_int_equal(sp_checked_memory_ring_start(&s, 0), SP_CODE_PARAMETER);
    assert_int_equal(sp_checked_memory_ring_start(&s, 0x80000000u), SP_CODE_PARAMETER);
    assert_memory_equal(&copy, &s, sizeof s);
    s.newest = SP_MEMORY_RING_CEILING;
    memcpy(&copy, &s, sizeof s);
    assert_int_equal(sp_checked_memory_ring_push(&s), SP_CODE_TOO_LARGE);
    assert_memory_equal(&copy, &s, sizeof s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(refusals_change_nothing),
    };
    return cmocka_run_group_tests_name("ring of the last models", tests, NULL, NULL);
}
