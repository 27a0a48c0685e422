// A file system for SQLite (https://sqlite.org/vfs.html) that forwards calls to the default one. It
// can fail a call or end the process at a call, and it records changes of files. It has no memory
// maps, so that SQLite reads and writes the pages of a database by calls. Calls that release locks
// and shared memory do not fail.

#include "plan.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  sqlite3_file base;
  int recorded;  // The number of its path in the recording, or -1.
  char *path;    // A string of SQLite that outlives the file. 0 for a temporary file.
  bool is_main;  // Whether it is a database, not a log or another file of SQLite.
  int level;     // The lock on the file, as a lock level of SQLite.
  sqlite3_file *real;
} faults_file;

static sqlite3_vfs vfs;
static sqlite3_vfs *real_vfs;
static faults_armed_plan armed;
static bool is_powersafe = true;
static _Atomic uint32_t flush_microseconds;
static _Atomic int64_t clock_offset;  // Milliseconds.

#define REAL(file) (((faults_file *)(file))->real)
#define FORWARD(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

// Counts the call. If the plan selects it, fails it or ends the process before or after it.
#define CALL(operation, call)                                      \
  do {                                                             \
    if (!faults_plan_hits(&armed, operation)) return call;         \
    if (armed.plan.action == FAULTS_FAIL) return armed.plan.code;  \
    if (armed.plan.action == FAULTS_KILL_AFTER) (void)call;        \
    faults_kill();                                                 \
  } while (0)

static void record(faults_file *file, int kind, int64_t offset, int64_t count, const void *bytes) {
  if (file->recorded < 0) file->recorded = faults_record_file(file->path);
  faults_record(kind, file->recorded, offset, count, bytes);
}

static int file_close(sqlite3_file *file) {
  int result = REAL(file)->pMethods ? FORWARD(file, xClose) : SQLITE_OK;
  file->pMethods = 0;
  return result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  CALL(FAULTS_READ, FORWARD(file, xRead, bytes, count, offset));
}

static int write_and_record(sqlite3_file *file, const void *bytes, int count,
                            sqlite3_int64 offset) {
  faults_file *mine = (faults_file *)file;
  record(mine, FAULTS_EVENT_WRITE, offset, count, bytes);
  if (mine->is_main) faults_watch_page(mine->path, mine->level == SQLITE_LOCK_EXCLUSIVE);
  return FORWARD(file, xWrite, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (!faults_plan_hits(&armed, FAULTS_WRITE)) return write_and_record(file, bytes, count, offset);
  int action = armed.plan.action;
  // On a full disk, and when the process dies, only a part of the bytes is written.
  int written = action == FAULTS_KILL_AFTER ? count : action == FAULTS_KILL_BEFORE ? 0 : count / 2;
  if (written > 0) (void)FORWARD(file, xWrite, bytes, written, offset);
  if (action != FAULTS_FAIL) faults_kill();
  return armed.plan.code;
}

static int truncate_and_record(sqlite3_file *file, sqlite3_int64 size) {
  record((faults_file *)file, FAULTS_EVENT_TRUNCATE, size, 0, 0);
  return FORWARD(file, xTruncate, size);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  CALL(FAULTS_TRUNCATE, truncate_and_record(file, size));
}

static int sync_and_record(sqlite3_file *file, int flags) {
  static _Atomic int64_t count;
  int64_t number = atomic_fetch_add(&count, 1);
  record((faults_file *)file, FAULTS_EVENT_SYNC_BEGIN, number, 0, 0);
  uint32_t duration = atomic_load(&flush_microseconds);
  if (duration > 0) usleep(duration);
  int result = FORWARD(file, xSync, flags);
  if (result == SQLITE_OK) record((faults_file *)file, FAULTS_EVENT_SYNC, number, 0, 0);
  return result;
}

static int file_sync(sqlite3_file *file, int flags) {
  CALL(FAULTS_SYNC, sync_and_record(file, flags));
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  CALL(FAULTS_FILE_SIZE, FORWARD(file, xFileSize, size));
}

static int lock_and_note(sqlite3_file *file, int level) {
  int result = FORWARD(file, xLock, level);
  if (result == SQLITE_OK) ((faults_file *)file)->level = level;
  return result;
}

static int file_lock(sqlite3_file *file, int level) {
  CALL(FAULTS_LOCK, lock_and_note(file, level));
}

// The release of a lock does not fail while the system runs.
static int file_unlock(sqlite3_file *file, int level) {
  ((faults_file *)file)->level = level;
  return FORWARD(file, xUnlock, level);
}

static int file_check_reserved(sqlite3_file *file, int *is_reserved) {
  CALL(FAULTS_LOCK, FORWARD(file, xCheckReservedLock, is_reserved));
}

static int file_control(sqlite3_file *file, int verb, void *argument) {
  return FORWARD(file, xFileControl, verb, argument);
}

static int file_sector_size(sqlite3_file *file) { return FORWARD(file, xSectorSize); }

static int file_characteristics(sqlite3_file *file) {
  int all = FORWARD(file, xDeviceCharacteristics);
  return is_powersafe ? all : all & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int file_shm_map(sqlite3_file *file, int region, int size, int extends,
                        void volatile **memory) {
  if (faults_plan_hits(&armed, FAULTS_SHM_MAP)) {
    *memory = 0;
    if (armed.plan.action == FAULTS_FAIL) return armed.plan.code;
    if (armed.plan.action == FAULTS_KILL_AFTER) {
      (void)FORWARD(file, xShmMap, region, size, extends, memory);
    }
    faults_kill();
  }
  return FORWARD(file, xShmMap, region, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if (flags & SQLITE_SHM_UNLOCK) return FORWARD(file, xShmLock, offset, count, flags);
  CALL(FAULTS_SHM_LOCK, FORWARD(file, xShmLock, offset, count, flags));
}

static void file_shm_barrier(sqlite3_file *file) { FORWARD(file, xShmBarrier); }

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return FORWARD(file, xShmUnmap, deletes);
}

// Refuses memory maps, because reads of mapped pages would bypass the faults.
static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **page) {
  *page = 0;
  return SQLITE_OK;
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) { return SQLITE_OK; }

static const sqlite3_io_methods methods = {
    3,           file_close,    file_read,           file_write,   file_truncate,
    file_sync,   file_size,     file_lock,           file_unlock,  file_check_reserved,
    file_control, file_sector_size, file_characteristics, file_shm_map, file_shm_lock,
    file_shm_barrier, file_shm_unmap, file_fetch, file_unfetch,
};

static int open_and_record(faults_file *file, const char *name, int flags, int *granted) {
  int is_new = 0;
  if (name) (void)real_vfs->xAccess(real_vfs, name, SQLITE_ACCESS_EXISTS, &is_new);
  is_new = name && !is_new;
  int result = real_vfs->xOpen(real_vfs, name, file->real, flags, granted);
  if (result == SQLITE_OK) file->base.pMethods = &methods;
  if (result == SQLITE_OK && is_new) record(file, FAULTS_EVENT_CREATE, 0, 0, 0);
  return result;
}

static int vfs_open(sqlite3_vfs *ignored, const char *name, sqlite3_file *base, int flags,
                    int *granted) {
  faults_file *file = (faults_file *)base;
  memset(file, 0, sizeof(*file));
  file->real = (sqlite3_file *)(file + 1);
  file->real->pMethods = 0;
  file->recorded = -1;
  file->path = (char *)name;
  file->is_main = name && (flags & SQLITE_OPEN_MAIN_DB);
  CALL(FAULTS_OPEN, open_and_record(file, name, flags, granted));
}

static int delete_and_record(const char *name, int syncs) {
  int file = faults_record_file(name);
  int result = real_vfs->xDelete(real_vfs, name, syncs);
  if (result == SQLITE_OK) faults_record(FAULTS_EVENT_DELETE, file, 0, syncs, 0);
  return result;
}

static int vfs_delete(sqlite3_vfs *ignored, const char *name, int syncs) {
  CALL(FAULTS_DELETE, delete_and_record(name, syncs));
}

static int vfs_access(sqlite3_vfs *ignored, const char *name, int flags, int *answer) {
  CALL(FAULTS_ACCESS, real_vfs->xAccess(real_vfs, name, flags, answer));
}

static int vfs_full_path(sqlite3_vfs *ignored, const char *name, int capacity, char *path) {
  CALL(FAULTS_FULL_PATH, real_vfs->xFullPathname(real_vfs, name, capacity, path));
}

static int vfs_time_in_milliseconds(sqlite3_vfs *ignored, sqlite3_int64 *time) {
  int result = real_vfs->xCurrentTimeInt64(real_vfs, time);
  *time += atomic_load(&clock_offset);
  return result;
}

static int vfs_time_in_days(sqlite3_vfs *ignored, double *days) {
  sqlite3_int64 time = 0;
  int result = vfs_time_in_milliseconds(ignored, &time);
  *days = (double)time / 86400000.0;
  return result;
}

int faults_vfs_install(void) {
  if (real_vfs) return SQLITE_OK;
  sqlite3_vfs *standard = sqlite3_vfs_find(0);
  if (!standard) return SQLITE_ERROR;
  vfs = *standard;
  vfs.zName = "stategraph-faults";
  vfs.pNext = 0;
  vfs.szOsFile = (int)sizeof(faults_file) + standard->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  vfs.xFullPathname = vfs_full_path;
  vfs.xCurrentTime = vfs_time_in_days;
  vfs.xCurrentTimeInt64 = vfs_time_in_milliseconds;
  real_vfs = standard;
  return sqlite3_vfs_register(&vfs, 1);
}

int faults_vfs_remove(void) {
  if (!real_vfs) return SQLITE_OK;
  real_vfs = 0;
  return sqlite3_vfs_unregister(&vfs);
}

void faults_vfs_arm(faults_plan plan) { faults_plan_arm(&armed, plan); }
faults_count faults_vfs_disarm(void) { return faults_plan_disarm(&armed); }
void faults_vfs_set_clock(int64_t milliseconds) { atomic_store(&clock_offset, milliseconds); }
void faults_vfs_set_powersafe_overwrite(bool is_safe) { is_powersafe = is_safe; }
void faults_vfs_set_flush_time(uint32_t microseconds) {
  atomic_store(&flush_microseconds, microseconds);
}
