#pragma once
#include <stdint.h>

/// How many times the calling thread has asked for memory: `malloc`, `calloc`, `realloc` and their
/// aligned kin. Freeing is not counted.
uint64_t allocation_count(void);
