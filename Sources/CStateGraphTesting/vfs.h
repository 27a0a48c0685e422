// What the parts of the file system share.

#ifndef STATEGRAPH_TESTING_VFS_H
#define STATEGRAPH_TESTING_VFS_H

#include "CStateGraphTesting.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

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
  // Guards the fields below, and is held during each change of a file, so that a copy of the files
  // and the changes after it fit together.
  pthread_mutex_t lock;
  int open_count;
  bool is_released;
  int fault_code;       // SQLITE_OK if no commit is to fail.
  int64_t space_left;   // Negative if the space is unlimited.
  stategraph_log recorded, undone;
  _Atomic int64_t time;  // Milliseconds since 1970. 0 is the system's time.
  _Atomic uint64_t random_state;
};

// Adds an event and a copy of its bytes. The lock is held.
void stategraph_log_add(stategraph_log *log, stategraph_event event, const void *bytes);
void stategraph_log_clear(stategraph_log *log);

// Returns the number of the file with this name, or -1 for a file that is not recorded.
int stategraph_file_of_name(const char *name);
// Whether the bytes are the header of the frame that ends a commit in the log.
bool stategraph_is_commit(const unsigned char *bytes, int64_t count, int64_t offset);

#endif
