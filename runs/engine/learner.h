/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_LEARNER_H
#define SP_ENGINE_LEARNER_H

#include "runs/engine/simulate.h"

/* run->gradient := what learner i sends for its present job: the mini-batch gradient at the model
 * that it holds, compressed if the setting says so. 0, or the negative code of *kernel. */
int sp_learner_compute(struct sp_simulation *run, uint32_t i, const char **kernel);

#endif
