#include "slow_disk.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <time.h>

static sqlite3_vfs slow, *real;
static sqlite3_io_methods slow_methods;
static int (*real_sync)(sqlite3_file *, int);
static uint32_t microseconds;
static _Atomic int64_t flush_count;

// Sleeps for the time that a disk would take. The file is in memory.
static int file_sync(sqlite3_file *file, int flags) {
  struct timespec rest = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  atomic_fetch_add(&flush_count, 1);
  while (nanosleep(&rest, &rest) != 0) {
  }
  return real_sync(file, flags);
}

// All logs have the same methods, which are copied before the first thread starts.
static int vfs_open(sqlite3_vfs *ignored, const char *name, sqlite3_file *file, int flags,
                    int *granted) {
  int result = real->xOpen(real, name, file, flags, granted);
  if (result != SQLITE_OK || !(flags & SQLITE_OPEN_WAL)) return result;
  if (!real_sync) {
    slow_methods = *file->pMethods;
    real_sync = slow_methods.xSync;
    slow_methods.xSync = file_sync;
  }
  file->pMethods = &slow_methods;
  return SQLITE_OK;
}

int slow_disk_install(uint32_t flush_microseconds) {
  real = sqlite3_vfs_find(0);
  if (!real) return SQLITE_ERROR;
  microseconds = flush_microseconds;
  slow = *real;
  slow.zName = "slow-disk";
  slow.pNext = 0;
  slow.xOpen = vfs_open;
  return sqlite3_vfs_register(&slow, 1);
}

int64_t slow_disk_flush_count(void) { return atomic_load(&flush_count); }
