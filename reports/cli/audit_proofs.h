/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_REPORTS_AUDIT_PROOFS_H
#define SP_REPORTS_AUDIT_PROOFS_H

#include <jansson.h>

/* Prints, from the ledger: a line a kernel with its ladder and what its proof cost, the protocols
 * that are model-checked with their bounds, the axioms of the theorems. */
void sp_audit_print_proofs(const json_t *ledger);

#endif
