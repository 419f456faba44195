/* SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/evidence.h"

void evidence_read_report(struct evidence *e, const char *path)
{
    e->report_proved = e->report_total = -1;
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    json_t *all = json_object_get(json_object_get(root, "wp:global"), "wp:main");
    if (json_is_object(all)) {
        e->report_total = (long)json_integer_value(json_object_get(all, "total"));
        e->report_proved = (long)json_integer_value(json_object_get(all, "valid"));
    }
    json_decref(root);
}

/* Cuts the next tab-separated field off. */
static char *field(char **rest)
{
    char *start = *rest == NULL ? "" : *rest;
    char *tab = strchr(start, '\t');
    *rest = tab == NULL ? NULL : tab + 1;
    if (tab != NULL)
        *tab = '\0';
    return start;
}

/* Columns: directory, file, line, function, kind, status, property. Frama-C's own headers are
 * left out: what is called there is found from the object file. */
void evidence_read_properties(struct evidence *e, char *table)
{
    size_t lines = 1;
    for (const char *c = table; *c != '\0'; c++)
        lines += *c == '\n';
    e->property = text_memory(lines * sizeof *e->property);
    for (char *line; (line = text_line(&table)) != NULL;) {
        if (strncmp(line, "FRAMAC_SHARE", 12) == 0 || strncmp(line, "directory\t", 10) == 0)
            continue;
        struct property *p = &e->property[e->n_properties++];
        const char *folder = field(&line), *file = field(&line);
        p->file = text_format("%s/%s", folder, file);
        p->line = strtol(field(&line), NULL, 10);
        p->function = field(&line);
        p->kind = field(&line);
        p->status = field(&line);
        p->text = field(&line);
    }
}
