/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/shell.h"
#include "proofs/gate/suite.h"

#define WHY3 "why3 -C %s prove -L \"$(frama-c -print-share-path)/wp/why3\" "

/* "CVC5:1.0.3:mem", WP's way to name a prover, as Why3's. */
static char *why3_name(const char *prover)
{
    char *name = text_copy(prover, strlen(prover));
    for (char *c = name; *c != '\0'; c++)
        if (*c == ':')
            *c = ',';
    return name;
}

static const char *line_with(const char *text, const char *part, int number)
{
    const char *place = strstr(text, part);
    while (place != NULL && number-- > 0)
        place = strstr(place + 1, part);
    return place == NULL ? "no answer" : text_copy(place, strcspn(place, "\n"));
}

static void check_prover(struct suite *s, const char *prover)
{
    int status;
    /* Gappa counts no steps. */
    const char *limit = strncmp(prover, "Gappa", 5) == 0 ? "-t 20" : "-t 100 -s 50000";
    const char *said = shell_output(
        text_format(WHY3 "-P %s %s proofs/wp/share/canary.mlw 2>&1",
                    shell_quote(text_format("%s/wp/why3.conf", s->settings.build)),
                    why3_name(prover), limit),
        &status);
    const char *first = line_with(said, "Prover result is: ", 0);
    const char *second = line_with(said, "Prover result is: ", 1);
    if (strstr(first, ": Valid") == NULL)
        problems_say(&s->problems, "PROVER_UNTRUSTED", prover,
                     "%s does not prove a true statement: %s", prover,
                     strstr(said, "Prover result") == NULL ? said : first);
    if (strstr(second, "Prover result") == NULL || strstr(second, ": Valid") != NULL)
        problems_say(&s->problems, "PROVER_UNTRUSTED", prover, "%s on a false statement: %s",
                     prover, second);
}

/* The lemmas of our Why3 theory are hypotheses of every floating-point goal. */
static void prove_theory(struct suite *s)
{
    static const char *const theory = "proofs/wp/share/staleproof.mlw";
    int status;
    char *said = shell_output(
        text_format(WHY3 "-P CVC5,1.0.3,nofp -t 100 -s 400000 %s 2>&1",
                    shell_quote(text_format("%s/wp/why3.conf", s->settings.build)), theory),
        &status);
    const char *text = text_read(theory);
    long stated = 0, proved = 0;
    for (const char *c = text; c != NULL && (c = strstr(c, "\n  lemma ")) != NULL; c++)
        stated++;
    for (const char *c = said; (c = strstr(c, "Prover result is: Valid")) != NULL; c++)
        proved++;
    if (stated == 0 || proved != stated)
        problems_say(&s->problems, "LEMMA_NOT_PROVED", theory, "%ld of %ld lemmas proved", proved,
                     stated);
    if (text != NULL && strstr(text, "axiom") != NULL && strstr(text, "\n  axiom ") != NULL)
        problems_say(&s->problems, "ASSUMED_VALID", theory, "the theory holds an axiom");
}

void suite_check_provers(struct suite *s)
{
    struct words provers = {0};
    for (size_t i = 0; i < s->targets.n; i++) {
        struct words some = text_words(s->targets.target[i].provers);
        for (size_t k = 0; k < some.n; k++)
            words_add_new(&provers, some.word[k]);
    }
    for (size_t i = 0; i < provers.n; i++)
        check_prover(s, provers.word[i]);
    prove_theory(s);
}
