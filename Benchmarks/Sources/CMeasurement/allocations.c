#include "measurement.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// glibc's own names for what is replaced below. `free` stays glibc's.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// One counter for each thread, so that counting costs the many-threaded sections no shared line.
static _Thread_local uint64_t allocation_count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  allocation_count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocation_count += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocation_count += 1;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  allocation_count += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

uint64_t measurement_allocation_count(void) { return allocation_count; }

uint64_t measurement_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  // Large blocks are mapped one by one and counted apart.
  return info.uordblks + info.hblkhd;
}
