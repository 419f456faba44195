/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/cli/kernel_text.h"

/* The next line "KEY value..." at or after *text: copies the value, moves on. */
static int next_value(const char **text, const char *key, char *value, size_t size)
{
    size_t length = strlen(key);
    while (**text) {
        const char *line = *text;
        size_t end = strcspn(line, "\n");
        *text = line + end + (line[end] == '\n');
        if (strncmp(line, key, length) != 0 || (line[length] != ' ' && line[length] != '\t'))
            continue;
        size_t skip = length + strspn(line + length, " \t");
        snprintf(value, size, "%.*s", (int)(end - skip), line + skip);
        value[strcspn(value, "\r")] = '\0';
        return 1;
    }
    return 0;
}

char *sp_kernel_target_line(const struct sp_kernel *kernel, const char *key)
{
    char value[1024];
    const char *text = kernel->target->text;
    return strdup(next_value(&text, key, value, sizeof value) ? value : "");
}

/* What a header calls it: "SP_NAME(sp_step_sgd)(" if its text serves both types. */
static int declares(const char *header, const char *name)
{
    char spelled[128];
    size_t stem = strlen(name) > 4 ? strlen(name) - 4 : 0;
    if (stem && (strcmp(name + stem, "_f64") == 0 || strcmp(name + stem, "_f32") == 0)) {
        snprintf(spelled, sizeof spelled, "SP_NAME(%.*s)(", (int)stem, name);
        if (strstr(header, spelled))
            return 1;
    }
    snprintf(spelled, sizeof spelled, " %s(", name);
    return strstr(header, spelled) != NULL;
}

static const struct sp_embedded *header_of(const char *name)
{
    for (size_t i = 0; sp_kernel_headers[i].name; i++)
        if (declares(sp_kernel_headers[i].text, name))
            return &sp_kernel_headers[i];
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct sp_kernel *)a)->name, ((const struct sp_kernel *)b)->name);
}

enum sp_status sp_kernel_list(struct sp_kernel **list, size_t *n, struct sp_error *err)
{
    *list = NULL;
    *n = 0;
    for (size_t i = 0; sp_kernel_targets[i].name; i++) {
        const char *text = sp_kernel_targets[i].text;
        struct sp_kernel found = {.target = &sp_kernel_targets[i]};
        while (next_value(&text, "kernel", found.name, sizeof found.name)) {
            struct sp_kernel *more = realloc(*list, (*n + 1) * sizeof *more);
            if (!more) {
                free(*list);
                return sp_fail_memory(err);
            }
            *list = more;
            found.header = header_of(found.name);
            more[(*n)++] = found;
        }
    }
    if (*n)
        qsort(*list, *n, sizeof **list, by_name);
    return SP_OK;
}
