#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# proved.sh FILE: the names in FILE, one a line, as the C table that the program is compiled with.
set -eu
cat <<'TEXT'
/* Generated from proofs/coq/Registry.v: do not edit. The theorems that Coq has checked, with no
 * assumption beyond Coq's real numbers, each about the generated NAME_valid and NAME_bound. */
#include <stddef.h>

extern const char *const sp_proved_theorems[];

const char *const sp_proved_theorems[] = {
TEXT
sed 's/.*/    "&",/' "$1"
echo '    NULL};'
