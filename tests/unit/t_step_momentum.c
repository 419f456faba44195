/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/exact.h"
#include "staleproof/step_momentum.h"
#include "staleproof/code.h"

#include "staleproof/real_f64.h"
#include "tests/unit/step_momentum.inc"
#include "staleproof/real_end.h"
#include "staleproof/real_f32.h"
#include "tests/unit/step_momentum.inc"
#include "staleproof/real_end.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_f64),   cmocka_unit_test(value_f32),
        cmocka_unit_test(forms_f64),   cmocka_unit_test(forms_f32),
        cmocka_unit_test(lengths_f64), cmocka_unit_test(lengths_f32),
        cmocka_unit_test(refused_f64), cmocka_unit_test(refused_f32),
        cmocka_unit_test(overlap_f64), cmocka_unit_test(overlap_f32),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, exact_setup, NULL);
}
