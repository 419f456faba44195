/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_ENGINE_RANDOM_H
#define SP_ENGINE_RANDOM_H

#include <stdint.h>

/* Random numbers of a run, from the Philox kernel. A number depends on the seed, what it is for,
 * the learner and the job it serves, and on nothing else: so the schedule cannot depend on the
 * data (assumption A5 of the asynchronous bounds), a run repeats to the bit, and the variants
 * of one seed meet the same delays and mini-batches job for job. */
enum sp_purpose { SP_FOR_DELAY, SP_FOR_SAMPLE, SP_FOR_MEASURE, SP_FOR_BOOTSTRAP };

struct sp_stream {
    uint32_t key[2];
    uint32_t counter[4]; /* block, job (two words), purpose and learner */
    uint32_t words[4];
    unsigned left; /* words of the block not yet used */
};

/* learner < 2^24. */
void sp_stream_start(struct sp_stream *stream, uint64_t seed, enum sp_purpose purpose,
                     uint32_t learner, uint64_t job);

uint32_t sp_stream_word(struct sp_stream *stream);

/* Uniform in [0, 1), a multiple of 2^-53. */
double sp_stream_uniform(struct sp_stream *stream);

/* Uniform in 0 .. n-1, without bias; 1 <= n. */
uint32_t sp_stream_below(struct sp_stream *stream, uint32_t n);

#endif
