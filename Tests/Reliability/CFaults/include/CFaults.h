// Faults for SQLite, for tests: below it in the file system and in memory, in a process of their
// own. Everything here is global to the process, as SQLite's own tables are; plans are armed and
// read by one thread, faults may come on any.

#ifndef STATEGRAPH_CFAULTS_H
#define STATEGRAPH_CFAULTS_H

#include <stdbool.h>
#include <stdint.h>

// What SQLite asks of a file system. A plan chooses by the sum of these.
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

// What becomes of the call that a plan has chosen.
enum {
  FAULTS_FAIL = 0,         // It returns the code. A write has written half of its bytes before.
  FAULTS_KILL_BEFORE = 1,  // The process dies before the call.
  FAULTS_KILL_AFTER = 2,   // The process dies when the call has been made.
  FAULTS_KILL_WITHIN = 3,  // Of a write half is made, and the process dies; before others.
  FAULTS_SHORT = 4,        // A system call reads or writes half, and says so.
};

typedef struct {
  uint32_t operations;  // A sum of FAULTS_…; for system calls a sum of their bits.
  int action;
  int code;  // A result code of SQLite's, or an errno.
  int64_t at;     // The number of the call, from 1; 0 only counts.
  bool persists;  // Every call from then on, rather than one.
} faults_plan;

// Calls that the plan was about, and those of them that it changed, since it was armed.
typedef struct {
  int64_t seen;
  int64_t hit;
} faults_count;

// The file system: one that hands everything on to the default one, whose place it takes.
int faults_vfs_install(void);
int faults_vfs_remove(void);
void faults_vfs_arm(faults_plan plan);
faults_count faults_vfs_disarm(void);
// Says of the disk that a write never changes bytes beside it, or that it may.
void faults_vfs_set_powersafe_overwrite(bool is_safe);

// Makes each flush take so long.
void faults_vfs_set_flush_time(uint32_t microseconds);

// Has SQLite believe that it is so many milliseconds later, or earlier, than it is.
void faults_vfs_set_clock(int64_t milliseconds);

// Pages written to databases, by what whoever wrote them had. Counted by the file system above,
// while it watches.
typedef struct {
  int64_t with_lock;      // The write lock: a lock of this process on the first byte of `-sharing`.
  int64_t alone;        // The database to itself, as the last one to close it has.
  int64_t without_lock;  // Neither. SQLite before 3.51.3 may then lose what another one commits.
} faults_pages;

void faults_watch(bool is_watching);
faults_pages faults_watched_pages(void);
// Moves pages from the log to the file as a program without the write lock does. A result of SQLite's.
int faults_move_log(const char *path);

// Memory: fails allocations. Only before SQLite is initialised.
int faults_memory_install(void);
void faults_memory_arm(int64_t at, bool persists);
faults_count faults_memory_disarm(void);
// What SQLite has not given back: pieces by these methods, and bytes by its own count.
int64_t faults_memory_outstanding(void);
int64_t faults_memory_used(void);

// System calls, by their bits: what SQLite's own table of them holds.
int faults_system_calls_install(void);
int faults_system_call_count(void);
const char *faults_system_call_name(int index);
void faults_system_calls_arm(faults_plan plan);
faults_count faults_system_calls_disarm(void);

// Recording of what changes files, in order.
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
  int file;        // Which file, by `faults_recorded_path`.
  int64_t offset;  // Of a write; the new length of a truncated file; the number of a mark.
  int64_t count;   // Bytes of a write; 1 where a deletion is flushed.
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
