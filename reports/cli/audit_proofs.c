/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/cli/audit_proofs.h"

#include <stdio.h>
#include <string.h>

#include "reports/cli/ledger.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

/* Each level of the ladder once, in its order. */
static void print_levels(const json_t *ladder)
{
    const char *last = "";
    for (size_t i = 0; i < json_array_size(ladder); i++) {
        const char *level = text_of(json_array_get(ladder, i), "level");
        if (strcmp(level, last) != 0)
            printf("%s%s", i ? " - " : "  ", level);
        last = level;
    }
}

static void print_provers(const json_t *provers)
{
    const char *name, *between = "    ";
    json_t *goals;
    json_object_foreach((json_t *)provers, name, goals)
    {
        printf("%s%s %lld", between, name, (long long)json_integer_value(goals));
        between = ", ";
    }
    if (json_object_size(provers))
        putchar('\n');
}

static void print_kernel(const json_t *kernel)
{
    const json_t *goals = json_object_get(kernel, "goals");
    printf("  %-34s %s", text_of(kernel, "name"), sp_ledger_status(kernel));
    print_levels(json_object_get(kernel, "ladder"));
    printf("\n    target %s: %lld of %lld goals, %.1f s, at most %lld steps a goal\n",
           text_of(kernel, "target"), number_of(goals, "proved"), number_of(goals, "total"),
           json_number_value(json_object_get(kernel, "seconds")), number_of(kernel, "steps"));
    print_provers(json_object_get(kernel, "provers"));
}

static void print_models(const json_t *models)
{
    if (models)
        printf("protocols that `make spin` checks: %zu\n", json_array_size(models));
    for (size_t i = 0; i < json_array_size(models); i++) {
        const json_t *row = json_array_get(models, i);
        printf("  %-8s %-8s %-6s %s\n", text_of(row, "model"), text_of(row, "check"),
               text_of(row, "expected"), text_of(row, "bounds"));
    }
}

void sp_audit_print_proofs(const json_t *ledger)
{
    const json_t *kernels = json_object_get(ledger, "kernels");
    const json_t *axioms = json_object_get(ledger, "coq_axioms");
    if (kernels)
        printf("proofs of kernels: %zu\n", json_array_size(kernels));
    for (size_t i = 0; i < json_array_size(kernels); i++)
        print_kernel(json_array_get(kernels, i));
    print_models(json_object_get(ledger, "models"));
    if (axioms)
        printf("axioms of the theorems: %zu\n", json_array_size(axioms));
    for (size_t i = 0; i < json_array_size(axioms); i++)
        printf("  %s\n", json_string_value(json_array_get(axioms, i)));
}
