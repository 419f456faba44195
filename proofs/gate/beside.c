/* SPDX-License-Identifier: Apache-2.0 */
/* What stands beside WP's proofs in the ledger: protocols that SPIN checks, axioms that Coq uses. */
#include <jansson.h>
#include <string.h>

#include "proofs/gate/suite.h"

/* A row of specs/models/runs: MODEL CHECK EXPECTED DEFINITION... */
static json_t *model(const struct words *w)
{
    char *bounds = "";
    for (size_t i = 3; i < w->n; i++)
        bounds = text_format("%s%s%s", bounds, i > 3 ? " " : "", w->word[i]);
    return json_pack("{s:s,s:s,s:s,s:s}", "model", w->word[0], "check", w->word[1], "expected",
                     w->word[2], "bounds", bounds);
}

json_t *ledger_models(void)
{
    json_t *array = json_array();
    char *text = text_read("specs/models/runs");
    for (char *line; (line = text_line(&text)) != NULL;) {
        struct words w = text_words(line);
        if (w.n >= 3 && w.word[0][0] != '#')
            json_array_append_new(array, model(&w));
    }
    return array;
}

/* As Coq printed them for all theorems of the registry together; NULL when it has not been asked. */
json_t *ledger_coq_axioms(const char *build)
{
    char *text = text_read(text_format("%s/coq/assumptions", build));
    if (text == NULL)
        return NULL;
    json_t *array = json_array();
    for (char *line; (line = text_line(&text)) != NULL;)
        if (line[0] != '\0')
            json_array_append_new(array, json_string(line));
    return array;
}
