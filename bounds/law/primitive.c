/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/function.h"

const struct sp_function sp_law_functions[] = {{0}};
