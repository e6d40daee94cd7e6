#pragma once
#include <stdint.h>

/// How many times the calling thread has asked for memory: `malloc`, `calloc`, `realloc` and their
/// aligned kin. Freeing is not counted.
uint64_t allocation_count(void);

/// 1 where they are counted, 0 where a sanitizer has the allocator.
int allocations_are_counted(void);
