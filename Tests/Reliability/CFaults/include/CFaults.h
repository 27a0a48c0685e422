// Faults in the file system, the system calls and the memory that SQLite uses, for tests in a
// process of their own. All state is global to the process, as SQLite's own tables are. One thread
// arms and disarms the plans. A fault may happen on any thread.

#ifndef STATEGRAPH_CFAULTS_H
#define STATEGRAPH_CFAULTS_H

#include <stdbool.h>
#include <stdint.h>

// The operations of SQLite's file system layer. A plan has a sum of these.
enum {
  FAULTS_OPEN = 1 << 0,
  FAULTS_DELETE = 1 << 1,
  FAULTS_ACCESS = 1 << 2,
  FAULTS_READ = 1 << 3,
  FAULTS_WRITE = 1 << 4,
  FAULTS_TRUNCATE = 1 << 5,
  FAULTS_SYNC = 1 << 6,
  FAULTS_FILE_SIZE = 1 << 7,
  FAULTS_LOCK = 1 << 8,
  FAULTS_SHM_MAP = 1 << 9,
  FAULTS_SHM_LOCK = 1 << 10,
  FAULTS_FULL_PATH = 1 << 11,
};

// The effect of a plan on its call.
enum {
  FAULTS_FAIL = 0,         // The call returns the code. A write first writes half of its bytes.
  FAULTS_KILL_BEFORE = 1,  // The process dies before the call.
  FAULTS_KILL_AFTER = 2,   // The process dies after the call.
  FAULTS_KILL_WITHIN = 3,  // The process dies after half of a write, or before another call.
  FAULTS_SHORT = 4,        // A system call moves half of the bytes, and returns their number.
};

typedef struct {
  uint32_t operations;  // A sum of FAULTS_…, or for system calls a sum of their bits.
  int action;
  int code;  // A result code of SQLite, or an errno.
  int64_t at;     // The number of the call, from 1. The plan with 0 only counts calls.
  bool persists;  // The plan also changes all later calls.
} faults_plan;

// The number of calls of the plan's operations since it was armed, and of those that it changed.
typedef struct {
  int64_t seen;
  int64_t hit;
} faults_count;

// A file system that replaces the default one, and forwards all calls to it.
int faults_vfs_install(void);
int faults_vfs_remove(void);
void faults_vfs_arm(faults_plan plan);
faults_count faults_vfs_disarm(void);
// Sets whether the disk guarantees that a write never changes adjacent bytes.
void faults_vfs_set_powersafe_overwrite(bool is_safe);

// Sets how long each flush takes.
void faults_vfs_set_flush_time(uint32_t microseconds);

// Moves the time that SQLite reads forwards, or backwards if the number is negative.
void faults_vfs_set_clock(int64_t milliseconds);

// The numbers of pages written to database files, by the lock that the process held. The file
// system above counts them while it watches.
typedef struct {
  int64_t with_lock;     // With the write lock, a lock on the first byte of `-sharing`.
  int64_t alone;         // With exclusive access, as the last connection has when it closes.
  int64_t without_lock;  // With neither. SQLite before 3.51.3 may then lose other commits.
} faults_pages;

void faults_watch(bool is_watching);
faults_pages faults_watched_pages(void);
// Moves pages from the log to the file, like a program without the write lock. Returns a result
// code of SQLite.
int faults_move_log(const char *path);

// Installs memory methods that can fail. Call it before SQLite is initialised.
int faults_memory_install(void);
void faults_memory_arm(int64_t at, bool persists);
faults_count faults_memory_disarm(void);
// The memory that SQLite has not released: the number of allocations by these methods, and the
// bytes by SQLite's own count.
int64_t faults_memory_outstanding(void);
int64_t faults_memory_used(void);

// The system calls in SQLite's own table. Each one has a bit.
int faults_system_calls_install(void);
int faults_system_call_count(void);
const char *faults_system_call_name(int index);
void faults_system_calls_arm(faults_plan plan);
faults_count faults_system_calls_disarm(void);

// The recorded changes of files, in order.
enum {
  FAULTS_EVENT_CREATE,
  FAULTS_EVENT_WRITE,
  FAULTS_EVENT_TRUNCATE,
  FAULTS_EVENT_SYNC,        // The end of a flush. Its offset is the number of the flush.
  FAULTS_EVENT_SYNC_BEGIN,  // The flush covers only what was written before.
  FAULTS_EVENT_DELETE,
  FAULTS_EVENT_MARK,
};

typedef struct {
  int kind;
  int file;        // The argument for `faults_recorded_path`.
  int64_t offset;  // The offset of a write, the new length of a file, or the number of a mark.
  int64_t count;   // The bytes of a write. For a deletion, 1 if it is flushed.
  const unsigned char *bytes;
} faults_event;

void faults_record_begin(void);
void faults_record_mark(int64_t number);
void faults_record_end(void);
int64_t faults_recorded_count(void);
faults_event faults_recorded_event(int64_t index);
int faults_recorded_path_count(void);
const char *faults_recorded_path(int file);

#endif
