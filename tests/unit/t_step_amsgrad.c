/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/exact.h"
#include "staleproof/step_amsgrad.h"
#include "staleproof/code.h"

#include "staleproof/real_f64.h"
#include "tests/unit/step_amsgrad.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "tests/unit/step_amsgrad.inc"
#include "staleproof/real_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(root_f64),     cmocka_unit_test(root_f32),
        cmocka_unit_test(value_f64),    cmocka_unit_test(value_f32),
        cmocka_unit_test(zero_f64),     cmocka_unit_test(zero_f32),
        cmocka_unit_test(vectors_f64),  cmocka_unit_test(vectors_f32),
        cmocka_unit_test(least_f64),    cmocka_unit_test(least_f32),
        cmocka_unit_test(refused_f64),  cmocka_unit_test(refused_f32),
        cmocka_unit_test(overlap_f64),  cmocka_unit_test(overlap_f32),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, exact_setup, NULL);
}
