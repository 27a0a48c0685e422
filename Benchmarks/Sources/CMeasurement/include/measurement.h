// Functions that Swift cannot express: a barrier against the optimiser, the number of allocations,
// and the size of the heap. They need Linux with glibc.

#ifndef STATEGRAPH_CMEASUREMENT_H
#define STATEGRAPH_CMEASUREMENT_H

#include <stdint.h>

// Makes the compiler assume that the memory at `value` is read and changed here. The function has
// no instructions.
static inline void measurement_keep(const void *_Nonnull value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

// Returns the number of allocations by the calling thread: the calls of malloc, calloc, realloc,
// memalign, aligned_alloc and posix_memalign.
uint64_t measurement_allocation_count(void);

// Returns the bytes of the process's blocks that are allocated and not freed, malloc's overhead
// included.
uint64_t measurement_heap_bytes(void);

#endif
