// What a benchmark needs and Swift cannot say: a value the optimiser must not drop, and how often
// and how much is allocated. For Linux with glibc.

#ifndef STATEGRAPH_CMEASUREMENT_H
#define STATEGRAPH_CMEASUREMENT_H

#include <stdint.h>

// Claims to read and change what `value` points to, without an instruction.
static inline void measurement_keep(const void *_Nonnull value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

// Calls of malloc and its relatives made by this thread so far.
uint64_t measurement_allocation_count(void);

// Bytes that malloc has handed out and that are not freed, with its own overhead.
uint64_t measurement_heap_bytes(void);

#endif
