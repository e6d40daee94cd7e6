// xxHash as Swift can call it: the 128-bit hash of some bytes, compiled into its caller, so that no program needs the
// library where it runs.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

// The upper and the lower half of XXH3's 128 bits, begun with a seed.
static inline void livery_xxh3(const void *bytes, size_t count, uint64_t seed, uint64_t halves[2]) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, count, seed);
  halves[0] = hash.high64;
  halves[1] = hash.low64;
}
