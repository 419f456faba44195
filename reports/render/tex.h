/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_TEX_H
#define SP_REPORT_TEX_H

#include <jansson.h>
#include <stdio.h>

/* Writes text so that LaTeX prints it as it is. */
void sp_tex_text(FILE *out, const char *text);

/* The same, with a break allowed after '_', '/', ',', '=' and '('. */
void sp_tex_breakable(FILE *out, const char *text);

/* The breakable text in typewriter letters. */
void sp_tex_code(FILE *out, const char *text);

/* A JSON number or string as the report shows it: 4 significant digits for a real number. */
void sp_tex_value(FILE *out, const json_t *value);

/* The string member `key` of `object`, "" when it is absent. */
const char *sp_tex_member(const json_t *object, const char *key);

#endif
