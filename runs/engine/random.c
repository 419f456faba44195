/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/engine/random.h"

#include "staleproof/random_philox.h"

void sp_stream_start(struct sp_stream *stream, uint64_t seed, enum sp_purpose purpose,
                     uint32_t learner, uint64_t job)
{
    stream->key[0] = (uint32_t)seed;
    stream->key[1] = (uint32_t)(seed >> 32);
    stream->counter[0] = 0;
    stream->counter[1] = (uint32_t)job;
    stream->counter[2] = (uint32_t)(job >> 32);
    stream->counter[3] = (uint32_t)purpose << 24 | learner;
    stream->left = 0;
}

uint32_t sp_stream_word(struct sp_stream *stream)
{
    if (stream->left == 0) {
        sp_random_philox(stream->words, stream->counter, stream->key);
        stream->counter[0]++;
        stream->left = 4;
    }
    return stream->words[4 - stream->left--];
}

double sp_stream_uniform(struct sp_stream *stream)
{
    uint32_t high = sp_stream_word(stream), low = sp_stream_word(stream);
    return sp_random_uniform(high, low);
}

/* A product's high word is uniform once the low words that would favour some values are refused:
 * those below 2^32 mod n. */
uint32_t sp_stream_below(struct sp_stream *stream, uint32_t n)
{
    uint32_t refused = (0u - n) % n;
    for (;;) {
        uint32_t word = sp_stream_word(stream);
        if (word * n >= refused)
            return sp_random_index(word, n);
    }
}
