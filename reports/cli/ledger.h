/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORTS_LEDGER_H
#define SP_REPORTS_LEDGER_H

#include <jansson.h>

#include "bounds/base/error.h"

/* The assumption ledger, as `make verify` writes it (proofs/ledger.md). Looked for at `path` if
 * that is not NULL, else beside the program: ../proofs/ledger.json (build tree), then
 * ../share/staleproof/ledger.json (installed). SP_INPUT: not readable. When it is looked for and
 * there is none, *ledger is NULL and the status SP_OK: nothing has been verified here. */
enum sp_status sp_ledger_read(json_t **ledger, const char *path, struct sp_error *err);

/* The ledger's object of a kernel, or NULL. */
const json_t *sp_ledger_kernel(const json_t *ledger, const char *name);

/* Its status, or "not verified here". */
const char *sp_ledger_status(const json_t *kernel);

#endif
