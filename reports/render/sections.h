/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_SECTIONS_H
#define SP_REPORT_SECTIONS_H

#include <jansson.h>
#include <stdio.h>

/* Each prints one section of the report from the report's JSON document (docs/report-format.md)
 * and from nothing else: what the PDF says is in the JSON. */
void sp_section_verdicts(FILE *out, const json_t *document);
void sp_section_kernels(FILE *out, const json_t *document);
void sp_section_bounds(FILE *out, const json_t *document);
void sp_section_convergence(FILE *out, const json_t *document);
void sp_section_speedup(FILE *out, const json_t *document);
void sp_section_reproduce(FILE *out, const json_t *document);

#endif
