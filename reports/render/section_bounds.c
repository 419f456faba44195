/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "reports/render/sections.h"
#include "reports/render/tex.h"

/* The length of the fraction at `text`, 0 when none stands there. */
static size_t fraction_at(const char *text)
{
    const size_t above = strspn(text, "0123456789");
    if (above == 0 || text[above] != '/')
        return 0;
    const size_t below = strspn(text + above + 1, "0123456789");
    return below == 0 ? 0 : above + 1 + below;
}

/* An exact input may hold long fractions: they are shown to four digits, whole in the JSON. */
static void write_exact(FILE *out, const char *text)
{
    while (*text != '\0') {
        const size_t length = fraction_at(text);
        if (length > 0) {
            json_t *shown = json_real(strtod(text, NULL) / strtod(strchr(text, '/') + 1, NULL));
            sp_tex_value(out, shown);
            json_decref(shown);
            text += length;
        } else {
            const char letter[] = {*text++, '\0'};
            sp_tex_breakable(out, letter);
        }
    }
}

static void write_input(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        write_exact(out, json_string_value(value));
    else
        sp_tex_value(out, value);
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
    fputs("\\subsection*{\\raggedright ", out);
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
