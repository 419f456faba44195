/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/result.h"
#include "proofs/gate/shell.h"

static char *with_commas(const char *list)
{
    struct words all = text_words(list);
    char *joined = "";
    for (size_t i = 0; i < all.n; i++)
        joined = text_format("%s%s%s", joined, i > 0 ? "," : "", all.word[i]);
    return joined;
}

/* Steps decide; the seconds only end a prover that runs away. Smoke tests have to fail, which
 * always costs their whole time, so theirs is short and one prover takes them. */
char *result_command(const struct target *t, const char *build, const char *folder,
                     enum mode mode)
{
    const char *some = strcmp(t->functions, "all") == 0
                           ? ""
                           : text_format("-wp-fct %s", with_commas(t->functions));
    const char *smoke = mode == MODE_SMOKE ? "-wp-smoke-tests -wp-smoke-timeout 2" : "";
    return text_format(
        "WHY3CONFIG=%s frama-c -no-unicode -machdep gcc_x86_64 -cpp-extra-args=%s -wp -wp-rte "
        "-wp-model %s -wp-prover %s -wp-steps %s -wp-timeout 100 -wp-par 2 -wp-cache none %s %s %s "
        "-wp-report-json %s %s -then -report -report-untried "
        "-report-csv %s -print -ocode %s",
        shell_quote(text_format("%s/wp/why3.conf", build)), shell_quote(UNIT_PREPROCESS), t->model,
        with_commas(t->provers), t->steps, t->flags, some, smoke,
        shell_quote(text_format("%s/report.json", folder)), shell_quote(t->file),
        shell_quote(text_format("%s/properties.csv", folder)),
        shell_quote(text_format("%s/print.c", folder)));
}
