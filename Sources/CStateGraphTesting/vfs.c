// The file system of a test. It forwards each call to SQLite's own file system. On request, it lets
// a write fail, records the changes of the files, and remembers how to undo changes.

#include "vfs.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  sqlite3_file base;
  stategraph_vfs *vfs;
  int number;  // STATEGRAPH_FILE_MAIN and so on, or -1 for a file that is not recorded.
  sqlite3_file *real;
  int64_t known_failures;  // How many of the failed flushes were reported to this file.
} test_file;

#define VFS(pointer) ((stategraph_vfs *)(pointer))
#define FILE_OF(pointer) ((test_file *)(pointer))
#define REAL(file) (FILE_OF(file)->real)
#define FORWARD(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

// The file systems that no test uses at the moment. Their memory is used again, and never freed: a
// thread that a test has left running may have found the file system by its name, and may open a
// file after the end of the test.
static stategraph_vfs *spare;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;

static void keep_spare(stategraph_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  stategraph_log_clear(&vfs->recorded);
  stategraph_log_clear(&vfs->undone);
  pthread_mutex_unlock(&vfs->lock);
  pthread_mutex_lock(&spare_lock);
  vfs->next_spare = spare;
  spare = vfs;
  pthread_mutex_unlock(&spare_lock);
}

static stategraph_vfs *take_spare(void) {
  pthread_mutex_lock(&spare_lock);
  stategraph_vfs *vfs = spare;
  if (vfs) spare = vfs->next_spare;
  pthread_mutex_unlock(&spare_lock);
  if (vfs) return vfs;
  vfs = calloc(1, sizeof(*vfs));
  if (vfs) pthread_mutex_init(&vfs->lock, 0);
  return vfs;
}

static int file_close(sqlite3_file *file) {
  stategraph_vfs *vfs = FILE_OF(file)->vfs;
  int result = FORWARD(file, xClose);
  file->pMethods = 0;
  pthread_mutex_lock(&vfs->lock);
  bool is_last = --vfs->open_count == 0 && vfs->is_released;
  pthread_mutex_unlock(&vfs->lock);
  if (is_last) keep_spare(vfs);
  return result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return FORWARD(file, xRead, bytes, count, offset);
}

// Applies the requested fault to a write to the log. Returns the result code with which the write
// must fail, or SQLITE_OK. Sets `count` to the number of bytes that are written nevertheless. The
// lock is held.
static int fault(stategraph_vfs *vfs, const void *bytes, int *count, sqlite3_int64 offset) {
  if (vfs->space_left >= 0) {
    if (*count <= vfs->space_left) {
      vfs->space_left -= *count;
      return SQLITE_OK;
    }
    *count = (int)vfs->space_left;
    vfs->space_left = -1;
    return SQLITE_FULL;
  }
  if (vfs->fault_code == SQLITE_OK || !stategraph_is_commit(bytes, *count, offset)) return SQLITE_OK;
  int code = vfs->fault_code;
  vfs->fault_code = SQLITE_OK;
  *count = 0;
  return code;
}

// If the file system remembers changes, remembers the bytes from `offset` to `end`, which a change
// is about to replace, and the size of the file. The lock is held.
static void remember(test_file *file, int kind, int64_t offset, int64_t end) {
  stategraph_vfs *vfs = file->vfs;
  if (!vfs->undone.is_on || file->number < 0) return;
  sqlite3_int64 size = 0;
  if (FORWARD(file, xFileSize, &size) != SQLITE_OK) return;
  int64_t count = (end < size ? end : size) - offset;
  stategraph_event event = {kind, file->number, offset, count > 0 ? count : 0, 0, false};
  void *bytes = count > 0 ? malloc((size_t)count) : 0;
  if (bytes && FORWARD(file, xRead, bytes, (int)count, offset) != SQLITE_OK) abort();
  stategraph_log_add(&vfs->undone, event, bytes);
  free(bytes);
  // Undoing goes through the list backwards. It therefore first restores the size of the file, and
  // then the bytes.
  event = (stategraph_event){STATEGRAPH_EVENT_TRUNCATE, file->number, size, 0, 0, false};
  stategraph_log_add(&vfs->undone, event, 0);
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  test_file *file = FILE_OF(base);
  stategraph_vfs *vfs = file->vfs;
  int code = SQLITE_OK;
  pthread_mutex_lock(&vfs->lock);
  if (file->number == STATEGRAPH_FILE_LOG) code = fault(vfs, bytes, &count, offset);
  int result = code;
  if (count > 0) {
    remember(file, STATEGRAPH_EVENT_WRITE, offset, offset + count);
    result = FORWARD(base, xWrite, bytes, count, offset);
    if (code != SQLITE_OK) result = code;
    if (result == SQLITE_OK && vfs->recorded.is_on && file->number >= 0) {
      bool commits =
          file->number == STATEGRAPH_FILE_LOG && stategraph_is_commit(bytes, count, offset);
      stategraph_log_add(&vfs->recorded,
                         (stategraph_event){STATEGRAPH_EVENT_WRITE, file->number, offset, count, 0,
                                            commits},
                         bytes);
    }
  }
  pthread_mutex_unlock(&vfs->lock);
  return result;
}

// Adds an event without bytes to the recording, if the file system is recording. The lock is held.
static void record(test_file *file, int kind, int64_t offset) {
  if (!file->vfs->recorded.is_on || file->number < 0) return;
  stategraph_event event = {kind, file->number, offset, 0, 0, false};
  stategraph_log_add(&file->vfs->recorded, event, 0);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  test_file *file = FILE_OF(base);
  pthread_mutex_lock(&file->vfs->lock);
  remember(file, STATEGRAPH_EVENT_WRITE, size, INT64_MAX);
  int result = FORWARD(base, xTruncate, size);
  if (result == SQLITE_OK) record(file, STATEGRAPH_EVENT_TRUNCATE, size);
  pthread_mutex_unlock(&file->vfs->lock);
  return result;
}

static int file_sync(sqlite3_file *base, int flags) {
  test_file *file = FILE_OF(base);
  stategraph_vfs *vfs = file->vfs;
  pthread_mutex_lock(&vfs->lock);
  bool is_asked = file->number == STATEGRAPH_FILE_LOG && vfs->will_flush;
  int (*will_flush)(void *) = vfs->will_flush;
  void *context = vfs->flush_context;
  if (is_asked) vfs->asking_count++;
  // The flush does not cover what is written from now on.
  int64_t covered = vfs->recorded.count;
  pthread_mutex_unlock(&vfs->lock);
  int code = is_asked ? will_flush(context) : SQLITE_OK;
  pthread_mutex_lock(&vfs->lock);
  if (is_asked) vfs->asking_count--;
  int result = code;
  if (code == SQLITE_OK) {
    result = FORWARD(base, xSync, flags);
    if (result == SQLITE_OK) record(file, STATEGRAPH_EVENT_SYNC, covered);
    bool is_told = is_asked && file->known_failures < vfs->failed_flush_count;
    if (is_told) result = SQLITE_IOERR_FSYNC;
  } else {
    vfs->failed_flush_count++;
    record(file, STATEGRAPH_EVENT_FAILED_SYNC, covered);
  }
  file->known_failures = vfs->failed_flush_count;
  pthread_mutex_unlock(&vfs->lock);
  return result;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return FORWARD(file, xFileSize, size);
}
static int file_lock(sqlite3_file *file, int level) { return FORWARD(file, xLock, level); }
static int file_unlock(sqlite3_file *file, int level) { return FORWARD(file, xUnlock, level); }
static int file_check_reserved(sqlite3_file *file, int *is_reserved) {
  return FORWARD(file, xCheckReservedLock, is_reserved);
}
static int file_control(sqlite3_file *file, int verb, void *argument) {
  return FORWARD(file, xFileControl, verb, argument);
}
static int file_sector_size(sqlite3_file *file) { return FORWARD(file, xSectorSize); }
static int file_characteristics(sqlite3_file *file) {
  int all = FORWARD(file, xDeviceCharacteristics);
  bool is_safe = !FILE_OF(file)->vfs->damages_neighbours;
  return is_safe ? all : all & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}
static int file_shm_map(sqlite3_file *file, int region, int size, int extends,
                        void volatile **memory) {
  return FORWARD(file, xShmMap, region, size, extends, memory);
}
static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return FORWARD(file, xShmLock, offset, count, flags);
}
static void file_shm_barrier(sqlite3_file *file) { FORWARD(file, xShmBarrier); }
static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return FORWARD(file, xShmUnmap, deletes);
}

// Tells SQLite that no page can be mapped into memory, because a write to a mapped page would not
// be recorded.
static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **page) {
  *page = 0;
  return SQLITE_OK;
}
static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) { return SQLITE_OK; }

static const sqlite3_io_methods methods = {
    3,
    file_close,
    file_read,
    file_write,
    file_truncate,
    file_sync,
    file_size,
    file_lock,
    file_unlock,
    file_check_reserved,
    file_control,
    file_sector_size,
    file_characteristics,
    file_shm_map,
    file_shm_lock,
    file_shm_barrier,
    file_shm_unmap,
    file_fetch,
    file_unfetch,
};

static int number_of_flags(int flags) {
  if (flags & SQLITE_OPEN_MAIN_DB) return STATEGRAPH_FILE_MAIN;
  if (flags & SQLITE_OPEN_WAL) return STATEGRAPH_FILE_LOG;
  return flags & SQLITE_OPEN_MAIN_JOURNAL ? STATEGRAPH_FILE_JOURNAL : -1;
}

static int vfs_open(sqlite3_vfs *base, const char *name, sqlite3_file *opened, int flags,
                    int *granted) {
  stategraph_vfs *vfs = VFS(base);
  test_file *file = FILE_OF(opened);
  memset(file, 0, sizeof(*file));
  file->vfs = vfs;
  file->number = number_of_flags(flags);
  file->real = (sqlite3_file *)(file + 1);
  int result = vfs->real->xOpen(vfs->real, name, file->real, flags, granted);
  if (result != SQLITE_OK) {
    if (file->real->pMethods) FORWARD(opened, xClose);
    return result;
  }
  file->base.pMethods = &methods;
  pthread_mutex_lock(&vfs->lock);
  file->known_failures = vfs->failed_flush_count;
  vfs->open_count++;
  pthread_mutex_unlock(&vfs->lock);
  return SQLITE_OK;
}

// If the file system remembers changes, remembers all bytes of a file that is about to be deleted.
// The file is opened directly, because no connection has locks on a -wal or -journal file. The lock
// is held.
static void remember_file(stategraph_vfs *vfs, int number, const char *name) {
  FILE *file = vfs->undone.is_on ? fopen(name, "re") : 0;
  if (!file) return;
  fseek(file, 0, SEEK_END);
  long count = ftell(file);
  rewind(file);
  void *bytes = count > 0 ? malloc((size_t)count) : 0;
  if (bytes && fread(bytes, 1, (size_t)count, file) != (size_t)count) abort();
  fclose(file);
  stategraph_event event = {STATEGRAPH_EVENT_WRITE, number, 0, count, 0, false};
  stategraph_log_add(&vfs->undone, event, bytes);
  free(bytes);
}

static int vfs_delete(sqlite3_vfs *base, const char *name, int syncs) {
  stategraph_vfs *vfs = VFS(base);
  int number = stategraph_file_of_name(name);
  pthread_mutex_lock(&vfs->lock);
  if (number >= 0) remember_file(vfs, number, name);
  int result = vfs->real->xDelete(vfs->real, name, syncs);
  if (result == SQLITE_OK && number >= 0 && vfs->recorded.is_on) {
    stategraph_event event = {STATEGRAPH_EVENT_DELETE, number, 0, 0, 0, false};
    stategraph_log_add(&vfs->recorded, event, 0);
  }
  pthread_mutex_unlock(&vfs->lock);
  return result;
}

static int vfs_access(sqlite3_vfs *base, const char *name, int flags, int *answer) {
  return VFS(base)->real->xAccess(VFS(base)->real, name, flags, answer);
}

static int vfs_full_path(sqlite3_vfs *base, const char *name, int capacity, char *path) {
  return VFS(base)->real->xFullPathname(VFS(base)->real, name, capacity, path);
}

// The number of milliseconds from the beginning of SQLite's time (24 November 4714 BC) to 1970.
static const sqlite3_int64 epoch = 210866760000000;

static int vfs_time_in_milliseconds(sqlite3_vfs *base, sqlite3_int64 *time) {
  int64_t fixed = atomic_load(&VFS(base)->time);
  if (fixed == 0) return VFS(base)->real->xCurrentTimeInt64(VFS(base)->real, time);
  *time = fixed + epoch;
  return SQLITE_OK;
}

static int vfs_time_in_days(sqlite3_vfs *base, double *days) {
  sqlite3_int64 time = 0;
  int result = vfs_time_in_milliseconds(base, &time);
  *days = (double)time / 86400000.0;
  return result;
}

stategraph_vfs *stategraph_vfs_create(void) {
  static _Atomic uint64_t number = 0;
  if (sqlite3_initialize() != SQLITE_OK) return 0;
  sqlite3_vfs *real = sqlite3_vfs_find("unix");
  stategraph_vfs *vfs = real ? take_spare() : 0;
  if (!vfs) return 0;
  vfs->base = *real;
  vfs->real = real;
  (void)snprintf(vfs->name, sizeof(vfs->name), "stategraph-test-%llu",
                 (unsigned long long)atomic_fetch_add(&number, 1));
  vfs->is_released = false;
  vfs->fault_code = SQLITE_OK;
  vfs->space_left = -1;
  vfs->will_flush = 0;
  vfs->asking_count = 0;
  vfs->damages_neighbours = false;
  vfs->failed_flush_count = 0;
  atomic_store(&vfs->time, 0);
  vfs->base.zName = vfs->name;
  vfs->base.pNext = 0;
  vfs->base.szOsFile = (int)sizeof(test_file) + real->szOsFile;
  vfs->base.xOpen = vfs_open;
  vfs->base.xDelete = vfs_delete;
  vfs->base.xAccess = vfs_access;
  vfs->base.xFullPathname = vfs_full_path;
  vfs->base.xCurrentTime = vfs_time_in_days;
  vfs->base.xCurrentTimeInt64 = vfs_time_in_milliseconds;
  if (sqlite3_vfs_register(&vfs->base, 0) == SQLITE_OK) return vfs;
  keep_spare(vfs);
  return 0;
}

void stategraph_vfs_on_flush(stategraph_vfs *vfs, int (*will_flush)(void *), void *context) {
  pthread_mutex_lock(&vfs->lock);
  vfs->flush_context = context;
  vfs->will_flush = will_flush;
  // A thread of the library may still flush after a test has ended.
  while (vfs->asking_count > 0) {
    pthread_mutex_unlock(&vfs->lock);
    sched_yield();
    pthread_mutex_lock(&vfs->lock);
  }
  pthread_mutex_unlock(&vfs->lock);
}

void stategraph_vfs_damage_neighbours(stategraph_vfs *vfs) { vfs->damages_neighbours = true; }

const char *stategraph_vfs_name(const stategraph_vfs *vfs) { return vfs->name; }

void stategraph_vfs_release(stategraph_vfs *vfs) {
  sqlite3_vfs_unregister(&vfs->base);
  pthread_mutex_lock(&vfs->lock);
  vfs->is_released = true;
  bool is_unused = vfs->open_count == 0;
  pthread_mutex_unlock(&vfs->lock);
  if (is_unused) keep_spare(vfs);
}

void stategraph_vfs_fail_commit(stategraph_vfs *vfs, int code) {
  pthread_mutex_lock(&vfs->lock);
  vfs->fault_code = code;
  vfs->space_left = -1;
  pthread_mutex_unlock(&vfs->lock);
}

void stategraph_vfs_limit_space(stategraph_vfs *vfs, int64_t bytes) {
  pthread_mutex_lock(&vfs->lock);
  vfs->fault_code = SQLITE_OK;
  vfs->space_left = bytes;
  pthread_mutex_unlock(&vfs->lock);
}

bool stategraph_vfs_cancel_fault(stategraph_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  bool was_armed = vfs->fault_code != SQLITE_OK || vfs->space_left >= 0;
  vfs->fault_code = SQLITE_OK;
  vfs->space_left = -1;
  pthread_mutex_unlock(&vfs->lock);
  return was_armed;
}

void stategraph_vfs_set_time(stategraph_vfs *vfs, int64_t milliseconds) {
  // The value 0 stands for the system's time. The beginning of 1970 is therefore stored as 1.
  atomic_store(&vfs->time, milliseconds == 0 ? 1 : milliseconds);
}

void stategraph_vfs_advance_time(stategraph_vfs *vfs, int64_t milliseconds) {
  atomic_fetch_add(&vfs->time, milliseconds);
}

int64_t stategraph_vfs_time(stategraph_vfs *vfs) {
  sqlite3_int64 time = 0;
  (void)vfs_time_in_milliseconds(&vfs->base, &time);
  return time - epoch;
}
