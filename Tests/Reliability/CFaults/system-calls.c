// Wrappers for the system calls in SQLite's own table (https://sqlite.org/c3ref/vfs.html,
// xSetSystemCall). At a call that a plan selects, they fail, read or write half of the bytes, or
// end the process.

#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void (*any_call)(void);

static faults_armed_plan armed;

// The position of a call is the number of its bit.
enum {
  CALL_OPEN, CALL_CLOSE, CALL_ACCESS, CALL_STAT, CALL_FSTAT, CALL_FTRUNCATE, CALL_FCNTL,
  CALL_READ, CALL_PREAD, CALL_PREAD64, CALL_WRITE, CALL_PWRITE, CALL_PWRITE64, CALL_FCHMOD,
  CALL_UNLINK, CALL_OPEN_DIRECTORY, CALL_MMAP, CALL_MUNMAP, CALL_LSTAT, CALL_READLINK, CALL_COUNT,
};

static any_call originals[CALL_COUNT];

static bool hits(int call) { return faults_plan_hits(&armed, 1u << call); }

// Applies the plan to a call before it is made. Returns whether the call fails.
static bool fails(void) {
  if (armed.plan.action == FAULTS_KILL_BEFORE || armed.plan.action == FAULTS_KILL_WITHIN) {
    faults_kill();
  }
  if (armed.plan.action == FAULTS_FAIL) errno = armed.plan.code;
  return armed.plan.action == FAULTS_FAIL;
}

#define WRAP(index, type, failure, declaration, arguments)        \
  static type wrap_##index declaration {                          \
    type(*original) declaration = (type(*) declaration)originals[index]; \
    if (!hits(index)) return original arguments;                  \
    if (fails()) return failure;                                  \
    type result = original arguments;                             \
    if (armed.plan.action == FAULTS_KILL_AFTER) faults_kill();    \
    return result;                                                \
  }

// Wrappers for calls that can read or write fewer bytes than requested.
#define WRAP_BYTES(index, declaration, arguments, half)           \
  static ssize_t wrap_##index declaration {                       \
    ssize_t(*original) declaration = (ssize_t(*) declaration)originals[index]; \
    if (!hits(index)) return original arguments;                  \
    int action = armed.plan.action;                               \
    if (action == FAULTS_KILL_WITHIN) (void)!original half;       \
    if (action == FAULTS_SHORT) return count > 1 ? original half : original arguments; \
    if (fails()) return -1;                                       \
    ssize_t result = original arguments;                          \
    if (action == FAULTS_KILL_AFTER) faults_kill();               \
    return result;                                                \
  }

WRAP(CALL_OPEN, int, -1, (const char *path, int flags, int mode), (path, flags, mode))
WRAP(CALL_ACCESS, int, -1, (const char *path, int mode), (path, mode))
WRAP(CALL_STAT, int, -1, (const char *path, struct stat *answer), (path, answer))
WRAP(CALL_FSTAT, int, -1, (int descriptor, struct stat *answer), (descriptor, answer))
WRAP(CALL_FTRUNCATE, int, -1, (int descriptor, off_t size), (descriptor, size))
WRAP(CALL_FCHMOD, int, -1, (int descriptor, mode_t mode), (descriptor, mode))
WRAP(CALL_UNLINK, int, -1, (const char *path), (path))
WRAP(CALL_OPEN_DIRECTORY, int, SQLITE_CANTOPEN, (const char *path, int *descriptor),
     (path, descriptor))
WRAP(CALL_MMAP, void *, MAP_FAILED,
     (void *address, size_t size, int protection, int flags, int descriptor, off_t offset),
     (address, size, protection, flags, descriptor, offset))
WRAP(CALL_LSTAT, int, -1, (const char *path, struct stat *answer), (path, answer))
WRAP(CALL_READLINK, ssize_t, -1, (const char *path, char *answer, size_t size),
     (path, answer, size))
WRAP_BYTES(CALL_READ, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count),
           (descriptor, bytes, count / 2))
WRAP_BYTES(CALL_PREAD, (int descriptor, void *bytes, size_t count, off_t offset),
           (descriptor, bytes, count, offset), (descriptor, bytes, count / 2, offset))
WRAP_BYTES(CALL_PREAD64, (int descriptor, void *bytes, size_t count, off_t offset),
           (descriptor, bytes, count, offset), (descriptor, bytes, count / 2, offset))
WRAP_BYTES(CALL_WRITE, (int descriptor, const void *bytes, size_t count),
           (descriptor, bytes, count), (descriptor, bytes, count / 2))
WRAP_BYTES(CALL_PWRITE, (int descriptor, const void *bytes, size_t count, off_t offset),
           (descriptor, bytes, count, offset), (descriptor, bytes, count / 2, offset))
WRAP_BYTES(CALL_PWRITE64, (int descriptor, const void *bytes, size_t count, off_t offset),
           (descriptor, bytes, count, offset), (descriptor, bytes, count / 2, offset))

// Wrappers for calls that release a resource. They do not fail, because the test itself would then
// leak the resource.
#define WRAP_RELEASE(index, declaration, arguments)               \
  static int wrap_##index declaration {                           \
    int(*original) declaration = (int(*) declaration)originals[index]; \
    bool is_kill = armed.plan.action != FAULTS_FAIL && armed.plan.action != FAULTS_SHORT; \
    if (!is_kill || !hits(index)) return original arguments;      \
    if (armed.plan.action != FAULTS_KILL_AFTER) faults_kill();    \
    (void)original arguments;                                     \
    faults_kill();                                                \
  }

WRAP_RELEASE(CALL_CLOSE, (int descriptor), (descriptor))
WRAP_RELEASE(CALL_MUNMAP, (void *address, size_t size), (address, size))

static int wrap_CALL_FCNTL(int descriptor, int verb, ...) {
  va_list list;
  va_start(list, verb);
  void *argument = va_arg(list, void *);
  va_end(list);
  int (*original)(int, int, ...) = (int (*)(int, int, ...))originals[CALL_FCNTL];
  bool releases = verb == F_SETLK && ((struct flock *)argument)->l_type == F_UNLCK;
  bool is_kill = armed.plan.action != FAULTS_FAIL && armed.plan.action != FAULTS_SHORT;
  if ((releases && !is_kill) || !hits(CALL_FCNTL)) return original(descriptor, verb, argument);
  if (fails()) return -1;
  int result = original(descriptor, verb, argument);
  if (armed.plan.action == FAULTS_KILL_AFTER) faults_kill();
  return result;
}

#define ENTRY(index, name) [index] = {name, (any_call)wrap_##index}

static const struct {
  const char *name;
  any_call wrapper;
} wrappers[CALL_COUNT] = {
    ENTRY(CALL_OPEN, "open"),           ENTRY(CALL_CLOSE, "close"),
    ENTRY(CALL_ACCESS, "access"),       ENTRY(CALL_STAT, "stat"),
    ENTRY(CALL_FSTAT, "fstat"),         ENTRY(CALL_FTRUNCATE, "ftruncate"),
    ENTRY(CALL_FCNTL, "fcntl"),         ENTRY(CALL_READ, "read"),
    ENTRY(CALL_PREAD, "pread"),         ENTRY(CALL_PREAD64, "pread64"),
    ENTRY(CALL_WRITE, "write"),         ENTRY(CALL_PWRITE, "pwrite"),
    ENTRY(CALL_PWRITE64, "pwrite64"),   ENTRY(CALL_FCHMOD, "fchmod"),
    ENTRY(CALL_UNLINK, "unlink"),       ENTRY(CALL_OPEN_DIRECTORY, "openDirectory"),
    ENTRY(CALL_MMAP, "mmap"),           ENTRY(CALL_MUNMAP, "munmap"),
    ENTRY(CALL_LSTAT, "lstat"),         ENTRY(CALL_READLINK, "readlink"),
};

int faults_system_calls_install(void) {
  sqlite3_vfs *standard = sqlite3_vfs_find("unix");
  if (!standard || standard->iVersion < 3) return SQLITE_ERROR;
  for (int index = 0; index < CALL_COUNT; index++) {
    const char *name = wrappers[index].name;
    any_call original = (any_call)standard->xGetSystemCall(standard, name);
    // The options of SQLite's build determine which calls exist.
    if (!original || originals[index]) continue;
    originals[index] = original;
    int result =
        standard->xSetSystemCall(standard, name, (sqlite3_syscall_ptr)wrappers[index].wrapper);
    if (result != SQLITE_OK) return result;
  }
  return SQLITE_OK;
}

int faults_system_call_count(void) { return CALL_COUNT; }

const char *faults_system_call_name(int index) {
  return index >= 0 && index < CALL_COUNT && originals[index] ? wrappers[index].name : 0;
}

void faults_system_calls_arm(faults_plan plan) { faults_plan_arm(&armed, plan); }
faults_count faults_system_calls_disarm(void) { return faults_plan_disarm(&armed); }
