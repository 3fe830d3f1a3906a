/* xoshiro256++ and an unbiased bound, as in games/engine/play/trials/shuffle.py. */
#include <stdint.h>

static inline uint64_t rotated(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

static inline uint64_t following(uint64_t *state) {
    uint64_t bits = rotated(state[0] + state[3], 23) + state[0];
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 45);
    return bits;
}

static inline int64_t below(uint64_t *state, uint64_t bound) {
    uint64_t product = (following(state) >> 32) * bound;
    if ((product & 0xFFFFFFFFu) < bound) {
        uint64_t rest = (0x100000000u - bound) % bound;
        while ((product & 0xFFFFFFFFu) < rest) product = (following(state) >> 32) * bound;
    }
    return (int64_t)(product >> 32);
}
