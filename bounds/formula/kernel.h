/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_FORMULA_KERNEL_H
#define SP_FORMULA_KERNEL_H

#include "bounds/formula/bound.h"
#include "bounds/formula/catalogue.h"

/* An argument that is a kernel's constant: "kernel:topk,K=100,d=10000". The formula is that of the
 * bound with the line `kernel topk` whose `gives` is what the parameter means, word for word: a
 * contraction does not go in for a learning rate of the same name. */
#define SP_KERNEL_PREFIX "kernel:"

/* The same as an expression, "gamma_topk(10000,100)"; malloc'ed. SP_USAGE: unknown kernel (with the
 * nearest), a constant with another meaning, an input that is unknown or missing. */
enum sp_status sp_kernel_expression(char **expression, struct sp_catalogue *catalogue,
                                    const struct sp_parameter *parameter, const char *text,
                                    struct sp_error *err);

#endif
