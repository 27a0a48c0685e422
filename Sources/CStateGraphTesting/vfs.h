// The types and functions that the source files of the test file system share.

#ifndef STATEGRAPH_TESTING_VFS_H
#define STATEGRAPH_TESTING_VFS_H

#include "CStateGraphTesting.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

// A growing list of file changes. `is_on` tells whether changes are added.
typedef struct {
  stategraph_event *events;
  int64_t count, capacity;
  bool is_on;
} stategraph_log;

struct stategraph_vfs {
  sqlite3_vfs base;  // The first field, so that SQLite's pointer is a pointer to this structure.
  sqlite3_vfs *real;
  char name[40];
  stategraph_vfs *next_spare;
  // Guards the fields below. A thread also holds the lock while it changes a file. The files
  // therefore cannot change while they are copied, and the recording contains exactly the changes
  // after the copy.
  pthread_mutex_t lock;
  int open_count;
  bool is_released;
  int fault_code;       // The code with which the next commit fails. SQLITE_OK for no fault.
  int64_t space_left;   // How many bytes can be added to the log. Negative for no limit.
  int (*will_flush)(void *context);  // Called before each flush of the log, or NULL.
  void *flush_context;
  int asking_count;  // How many threads are inside `will_flush`.
  bool damages_neighbours;
  int64_t failed_flush_count;  // How often `will_flush` has let a flush fail.
  stategraph_log recorded, undone;
  _Atomic int64_t time;  // Milliseconds since 1970. 0 stands for the system's time.
  _Atomic uint64_t random_state;
};

// Adds an event and a copy of its bytes to a list. The caller holds the lock of the file system.
void stategraph_log_add(stategraph_log *log, stategraph_event event, const void *bytes);
void stategraph_log_clear(stategraph_log *log);

// Returns STATEGRAPH_FILE_LOG or STATEGRAPH_FILE_JOURNAL if the name ends in -wal or -journal, and
// -1 for all other files.
int stategraph_file_of_name(const char *name);
// Whether a write to the log contains the header of the last frame of a commit. After this write
// and that of the page, the commit is complete.
bool stategraph_is_commit(const unsigned char *bytes, int64_t count, int64_t offset);

#endif
