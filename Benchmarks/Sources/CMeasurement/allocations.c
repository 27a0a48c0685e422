#include "measurement.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// glibc also has its functions under these names, which remain when the functions below replace the
// usual names. `free` is not replaced.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Each thread has its own counter, so that threads which allocate at the same time share no cache
// line.
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
  // `uordblks` does not include large blocks. malloc maps each of them and counts them in `hblkhd`.
  return info.uordblks + info.hblkhd;
}
