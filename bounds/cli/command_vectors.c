/* SPDX-License-Identifier: Apache-2.0 */
/* `vectors`: reference values, evaluated and compared. */
#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/cli/vectors.h"

struct tally {
    size_t agree, disagree, unknown, uncompared;
};

static const char *member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* "agree ID" or "disagree ID: why". */
static void judge(struct tally *t, const json_t *record, const json_t *outcome)
{
    char why[512];
    const char *id = member(record, "id");
    if (!json_object_get(record, "value")) {
        t->uncompared++;
        printf("no value  %s  %s\n", id, member(outcome, "result"));
    } else if (sp_vector_agrees(record, outcome, why, sizeof why)) {
        t->agree++;
        printf("agree     %s\n", id);
    } else {
        t->disagree++;
        t->unknown += member(outcome, "result")[0] == 'u';
        printf("disagree  %s  %s: %s\n", id, member(record, "quantity"), why);
    }
}

static enum sp_status evaluate_all(json_t *outcomes, const json_t *records, struct sp_error *err)
{
    struct sp_catalogue *catalogue = sp_catalogue_new();
    enum sp_status status = catalogue ? SP_OK : sp_fail_memory(err);
    for (size_t i = 0; status == SP_OK && i < json_array_size(records); i++) {
        json_t *outcome = NULL;
        status = sp_vector_evaluate(&outcome, catalogue, json_array_get(records, i), err);
        if (status == SP_OK)
            json_array_append_new(outcomes, outcome);
    }
    sp_catalogue_free(catalogue);
    return status;
}

static enum sp_status report(const json_t *records, const json_t *outcomes)
{
    struct tally t = {0};
    for (size_t i = 0; i < json_array_size(records); i++)
        judge(&t, json_array_get(records, i), json_array_get(outcomes, i));
    printf("%zu agree, %zu disagree", t.agree, t.disagree);
    if (t.unknown)
        printf(" (%zu of them unknown)", t.unknown);
    if (t.uncompared)
        printf(", %zu without a value", t.uncompared);
    putchar('\n');
    return t.disagree ? SP_FALSE : SP_OK;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    json_t *records = NULL, *outcomes = json_array();
    enum sp_status status = sp_vectors_read(&records, args->words[0], err);
    if (status == SP_OK)
        status = evaluate_all(outcomes, records, err);
    if (status == SP_OK)
        status =
            sp_arg(args, "json") ? sp_json_print(stdout, outcomes, err) : report(records, outcomes);
    json_decref(records);
    json_decref(outcomes);
    return status;
}

static const struct sp_option options[] = {
    {"json", 0, NULL, "print the results as an array instead of comparing them"},
    {0},
};

const struct sp_command sp_command_vectors = {
    .name = "vectors",
    .operands = "FILE.json",
    .summary = "evaluate reference vectors and compare them with the file's values",
    .options = options,
    .run = run,
    .details =
        "FILE is an array of records with id, quantity (a bound), inputs and value (30 digits, an "
        "exact rational, a list of such, true, false, or REFUSE). A number agrees when its "
        "enclosure is narrower than 1e-20, relative, and meets the value within one unit of its "
        "last digit. Prints a line a record and a summary; the exit code is 1 when one "
        "disagrees.\n\n"
        "With --json nothing is compared: an object a record, with id, result (value, refused or "
        "unknown), lower and upper (decimal, rounded outward), value (of a condition), reason.",
    .least_words = 1,
    .most_words = 1,
};
