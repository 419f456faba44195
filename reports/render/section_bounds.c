/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "reports/render/sections.h"
#include "reports/render/tex.h"

/* An exact input is a fraction that may be long: shown to four digits, whole in the JSON. */
static void write_input(FILE *out, const json_t *value)
{
    const char *text = json_string_value(value);
    const char *slash = text != NULL ? strchr(text, '/') : NULL;
    json_t *shown = slash != NULL ? json_real(strtod(text, NULL) / strtod(slash + 1, NULL)) : NULL;
    sp_tex_value(out, shown != NULL ? shown : value);
    json_decref(shown);
}

static void write_inputs(FILE *out, const json_t *inputs)
{
    const char *name, *separator = "";
    json_t *value;
    json_object_foreach((json_t *)inputs, name, value)
    {
        fputs(separator, out);
        sp_tex_text(out, name);
        fputs("\\,=\\,", out);
        write_input(out, value);
        separator = ", ";
    }
}

static void write_bound(FILE *out, const json_t *bound)
{
    fputs("\\subsection*{", out);
    sp_tex_text(out, sp_tex_member(bound, "title"));
    fputs("}\n\\noindent ", out);
    sp_tex_code(out, sp_tex_member(bound, "name"));
    fputs(" --- ", out);
    sp_tex_text(out, sp_tex_member(bound, "status_text"));
    const char *unchecked = sp_tex_member(bound, "not_machine_checked");
    if (*unchecked != '\0') {
        fputs(": ", out);
        sp_tex_text(out, unchecked);
    }
    fputs(". Source: ", out);
    sp_tex_text(out, sp_tex_member(bound, "cite"));
    fprintf(out, ".\n%s\n\\noindent All conditions hold, decided exactly. With ",
            sp_tex_member(bound, "latex"));
    write_inputs(out, json_object_get(bound, "inputs"));
    fputs(": \\textbf{", out);
    sp_tex_text(out, sp_tex_member(bound, "digits"));
    fputs("} (all digits certain).\n\n", out);
}

void sp_section_bounds(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *bound;
    fputs("\\section{The bounds, with digits that are true}\n", out);
    json_array_foreach(json_object_get(document, "bounds"), i, bound) write_bound(out, bound);
}
