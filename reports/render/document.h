/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORT_DOCUMENT_H
#define SP_REPORT_DOCUMENT_H

#include <jansson.h>

#include "bounds/base/error.h"

/* Draws the figures and prints the PDF of `document` in `folder`: report.pdf appears whole or not
 * at all; the LaTeX and gnuplot sources stay beside it. */
enum sp_status sp_document_render(const json_t *document, const char *folder,
                                  struct sp_error *err);

#endif
