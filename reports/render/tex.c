/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/render/tex.h"

#include <string.h>

static const char *escaped(unsigned char letter)
{
    switch (letter) {
    case '\\':
        return "\\textbackslash{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '"':
        return "\\textquotedbl{}";
    default:
        return NULL;
    }
}

static void put(FILE *out, const char *text, const char *breakable)
{
    for (; *text != '\0'; text++) {
        const char *replacement = escaped((unsigned char)*text);
        if (replacement != NULL) {
            fputs(replacement, out);
            continue;
        }
        if (strchr("&%$#_{}", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
        if (strchr(breakable, *text) != NULL)
            fputs("\\allowbreak{}", out);
    }
}

void sp_tex_text(FILE *out, const char *text)
{
    put(out, text, "");
}

void sp_tex_breakable(FILE *out, const char *text)
{
    put(out, text, "_/,=(");
}

void sp_tex_code(FILE *out, const char *text)
{
    fputs("\\texttt{", out);
    sp_tex_breakable(out, text);
    fputs("}", out);
}

/* 1.2e-05 reads as 1.2 x 10^-5. */
static void put_real(FILE *out, double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.4g", value);
    char *exponent = strchr(digits, 'e');
    if (exponent == NULL) {
        fputs(digits, out);
        return;
    }
    *exponent = '\0';
    int power = 0;
    sscanf(exponent + 1, "%d", &power);
    fprintf(out, "$%s\\cdot10^{%d}$", digits, power);
}

void sp_tex_value(FILE *out, const json_t *value)
{
    if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        put_real(out, json_real_value(value));
    else if (json_is_string(value))
        sp_tex_text(out, json_string_value(value));
    else
        fputs("--", out);
}

const char *sp_tex_member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}
