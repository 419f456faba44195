/* SPDX-License-Identifier: Apache-2.0 */
/* What the gate and the mutator read of C: bodies, contracts, definitions, stated hypotheses; and
 * every mutant of it. */
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/result.h"
#include "proofs/gate/suite.h"
#include "proofs/mutants/mutant.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct words symbols = {0};
    struct mutants list = {0};
    static const char *const names[] = {"f", "g", "f_f64", "f_f32", "sp_step_sgd_f64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        words_add(&symbols, names[i]);
    const struct source s = source_load(fuzz_file(data, size, ""), &symbols);
    const size_t length = strlen(s.text);
    fuzz_demand(strlen(s.code) == length, "code and text have one length");
    for (size_t i = 0; i < s.n_bodies; i++)
        fuzz_demand(s.bodies[i].start <= s.bodies[i].end && s.bodies[i].end <= length,
                    "a body lies in its file");
    mutants_of_code(&list, &s);
    mutants_of_contracts(&list, &s);
    mutants_of_short_code(&list, &s);
    for (size_t i = 0; i < list.n && i < 50; i++) {
        mutant_text(&list.mutant[i]);
        mutant_label(&list.mutant[i]);
    }
    char *text = fuzz_text(data, size);
    axiom_is_definition(text, "f");
    const struct problem p = {.code = "MEMORY_HYPOTHESIS", .subject = "f", .text = text};
    hypotheses_are_stated(text, &p);
    free(text);
    return 0;
}
