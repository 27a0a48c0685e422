// A file system for SQLite (https://sqlite.org/vfs.html) that belongs to one database file of a
// test. It passes all calls on to SQLite's own file system. On request, it fails a commit, records
// what changes the files, undoes changes, and tells another time.
//
// Several threads may call every function, except where a comment names a rule.

#ifndef STATEGRAPH_TESTING_H
#define STATEGRAPH_TESTING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct stategraph_vfs stategraph_vfs;
typedef struct sqlite3 sqlite3;

// Registers a file system under a name of its own. Returns NULL without memory.
stategraph_vfs *stategraph_vfs_create(void);
const char *stategraph_vfs_name(const stategraph_vfs *vfs);
// Removes the registration. A file that is still open keeps the file system until it is closed.
void stategraph_vfs_release(stategraph_vfs *vfs);

// Faults ---------------------------------------------------------------------------------------

// The next commit fails with this result code of SQLite, before it is in the log.
void stategraph_vfs_fail_commit(stategraph_vfs *vfs, int code);
// The log can grow by this number of bytes. The write that exceeds it fails once.
void stategraph_vfs_limit_space(stategraph_vfs *vfs, int64_t bytes);
// Cancels the fault. Returns whether it had not happened yet.
bool stategraph_vfs_cancel_fault(stategraph_vfs *vfs);

// Time and random numbers ----------------------------------------------------------------------

// Sets the time that SQLite's functions return, in milliseconds since 1970. Until then, it is the
// system's time.
void stategraph_vfs_set_time(stategraph_vfs *vfs, int64_t milliseconds);
// Advances the time that was set before. A negative number sets it back.
void stategraph_vfs_advance_time(stategraph_vfs *vfs, int64_t milliseconds);
// The time in milliseconds since 1970.
int64_t stategraph_vfs_time(stategraph_vfs *vfs);
void stategraph_vfs_set_seed(stategraph_vfs *vfs, uint64_t seed);
// The next random number of the sequence that the seed determines.
uint64_t stategraph_vfs_random(stategraph_vfs *vfs);
// Replaces random() and randomblob() of a connection by that sequence. The connection must use the
// file system. Returns a result code of SQLite.
int stategraph_vfs_replace_random(stategraph_vfs *vfs, sqlite3 *connection);

// Recording ------------------------------------------------------------------------------------

enum {
  STATEGRAPH_EVENT_WRITE,
  STATEGRAPH_EVENT_TRUNCATE,
  STATEGRAPH_EVENT_SYNC,
  STATEGRAPH_EVENT_DELETE,
};

enum { STATEGRAPH_FILE_MAIN, STATEGRAPH_FILE_LOG, STATEGRAPH_FILE_JOURNAL, STATEGRAPH_FILE_COUNT };

typedef struct {
  int kind;
  int file;
  int64_t offset;  // Of a write. The new size of a truncated file.
  int64_t count;   // The number of bytes.
  unsigned char *bytes;
  bool commits;  // Whether the write puts a commit into the log.
} stategraph_event;

// Copies the database and its log to another path, and records every change after the copy. Returns
// a result code of SQLite.
int stategraph_vfs_record(stategraph_vfs *vfs, const char *path, const char *copy);
// Ends the recording. The caller frees the events by stategraph_events_free.
stategraph_event *stategraph_vfs_end_record(stategraph_vfs *vfs, int64_t *count);
void stategraph_events_free(stategraph_event *events, int64_t count);

// Images ---------------------------------------------------------------------------------------

// From now on, remembers what each change replaces.
void stategraph_vfs_begin_undo(stategraph_vfs *vfs);
// Restores the files at the path as they were at the begin, and remembers nothing afterwards. No
// connection may have them open. Returns 0, or an errno.
int stategraph_vfs_undo(stategraph_vfs *vfs, const char *path);
// Makes a recorded change in the files at the path, which no connection may have open. Returns 0,
// or an errno.
int stategraph_vfs_apply(stategraph_vfs *vfs, const char *path, const stategraph_event *event);

// Other programs -------------------------------------------------------------------------------

// Runs SQL on a connection without any settings, by the file system with this name. Returns a
// result code of SQLite. The caller frees the message with free; it is NULL without an error.
int stategraph_run(const char *path, const char *vfs, const char *sql, int busy_milliseconds,
                   char **message);

#endif
