/* SPDX-License-Identifier: Apache-2.0 */
/* The same inputs for E-ACSL: the functions that Eva takes for "anything within" draw at random
 * (eacsl_inputs.c), and no header of Frama-C is included, since it would be translated too. */
#ifndef SP_EACSL_H
#define SP_EACSL_H

#include <stddef.h>
#include <stdint.h>

#define SP_QUEUE_MAX_EVENTS 6u
#define SP_EVA_INPUTS_H

int Frama_C_interval(int low, int high);
unsigned Frama_C_unsigned_int_interval(unsigned low, unsigned high);

#define ANY(low, high) ((unsigned)Frama_C_interval((int)(low), (int)(high)))
#define ANY_WORD() Frama_C_unsigned_int_interval(0, 4294967295u)
#define EITHER() (Frama_C_interval(0, 1) ? 1u : 0u)

#endif
