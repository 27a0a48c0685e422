// A file system for SQLite (https://sqlite.org/vfs.html) that belongs to one database file of a
// test. It passes all calls on to SQLite's own file system. On request, it lets a commit fail,
// records the changes of the files, undoes changes, and returns another time than the system.
//
// Any thread may call the functions at any time, except where a comment names a rule.

#ifndef STATEGRAPH_TESTING_H
#define STATEGRAPH_TESTING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct stategraph_vfs stategraph_vfs;
typedef struct sqlite3 sqlite3;

// Creates a file system and registers it with SQLite under a new name. Returns NULL if there is no
// memory, or if SQLite refuses the registration.
stategraph_vfs *stategraph_vfs_create(void);
const char *stategraph_vfs_name(const stategraph_vfs *vfs);
// Ends the use of the file system for new files. A file that is open continues to use it until the
// file is closed.
void stategraph_vfs_release(stategraph_vfs *vfs);

// Faults ---------------------------------------------------------------------------------------

// Lets the next commit fail with this result code of SQLite. The commit does not reach the log.
void stategraph_vfs_fail_commit(stategraph_vfs *vfs, int code);
// Limits the number of bytes that can be written to the log from now on. The write that exceeds the
// limit fails with SQLITE_FULL. After that, the space is unlimited.
void stategraph_vfs_limit_space(stategraph_vfs *vfs, int64_t bytes);
// Calls `will_flush` before each flush of the log, on the thread that flushes, without a lock. It may
// block, as a slow disk does. NULL ends the calls. The file system must be in use by no thread.
//
// If it returns another code than SQLITE_OK, the log is not flushed, and the flush fails with this code.
// As on Linux, the next flush by each other open file of the log then fails with SQLITE_IOERR_FSYNC,
// after it has flushed. Files that are opened later do not learn of the failure.
void stategraph_vfs_on_flush(stategraph_vfs *vfs, int (*will_flush)(void *context), void *context);
// Tells SQLite that a write can change the bytes beside it if the power fails meanwhile. No file may be
// open.
void stategraph_vfs_damage_neighbours(stategraph_vfs *vfs);
// Cancels the requested fault. Returns true if there was a fault that had not happened.
bool stategraph_vfs_cancel_fault(stategraph_vfs *vfs);

// Time and random numbers ----------------------------------------------------------------------

// Sets the time that SQLite's functions return, in milliseconds since 1970. Before the first call,
// they return the system's time.
void stategraph_vfs_set_time(stategraph_vfs *vfs, int64_t milliseconds);
// Adds milliseconds to the time. A negative number sets the time back. stategraph_vfs_set_time must
// have been called before.
void stategraph_vfs_advance_time(stategraph_vfs *vfs, int64_t milliseconds);
// Returns the time in milliseconds since 1970: the time that was set, or else the system's time.
int64_t stategraph_vfs_time(stategraph_vfs *vfs);
void stategraph_vfs_set_seed(stategraph_vfs *vfs, uint64_t seed);
// Returns the next number of the random sequence that the seed determines.
uint64_t stategraph_vfs_random(stategraph_vfs *vfs);
// Replaces random() and randomblob() of a connection by functions that take numbers from this
// sequence. The connection must use this file system. Returns a result code of SQLite.
int stategraph_vfs_replace_random(stategraph_vfs *vfs, sqlite3 *connection);

// Recording ------------------------------------------------------------------------------------

enum {
  STATEGRAPH_EVENT_WRITE,
  STATEGRAPH_EVENT_TRUNCATE,
  STATEGRAPH_EVENT_SYNC,
  STATEGRAPH_EVENT_FAILED_SYNC,  // A flush that stategraph_vfs_on_flush let fail.
  STATEGRAPH_EVENT_DELETE,
};

enum { STATEGRAPH_FILE_MAIN, STATEGRAPH_FILE_LOG, STATEGRAPH_FILE_JOURNAL, STATEGRAPH_FILE_COUNT };

typedef struct {
  int kind;
  int file;
  // Where a write begins. The new size of a truncated file. The number of events before the beginning of
  // a flush, which covers none of the later ones.
  int64_t offset;
  int64_t count;   // The number of bytes of a write.
  unsigned char *bytes;
  bool commits;  // Whether the write contains the header of the last frame of a commit.
} stategraph_event;

// Copies the database and its log to another path, and begins to record each change of the original
// files after the copy. Returns a result code of SQLite.
int stategraph_vfs_record(stategraph_vfs *vfs, const char *path, const char *copy);
// Ends the recording, and returns its events. The caller frees them with stategraph_events_free.
stategraph_event *stategraph_vfs_end_record(stategraph_vfs *vfs, int64_t *count);
void stategraph_events_free(stategraph_event *events, int64_t count);

// Images ---------------------------------------------------------------------------------------

// Begins to remember the bytes that each change replaces, so that stategraph_vfs_undo can restore
// them.
void stategraph_vfs_begin_undo(stategraph_vfs *vfs);
// Restores the files at the path to their state at stategraph_vfs_begin_undo, and stops remembering
// changes. No connection may have the files open. Returns 0, or an errno.
int stategraph_vfs_undo(stategraph_vfs *vfs, const char *path);
// Makes a recorded change in the files at the path, which no connection may have open. Returns 0,
// or an errno.
int stategraph_vfs_apply(stategraph_vfs *vfs, const char *path, const stategraph_event *event);

// Other programs -------------------------------------------------------------------------------

// Runs SQL on a new connection with SQLite's default settings, which uses the file system with the
// name `vfs`. Returns a result code of SQLite. `message` is NULL without an error. Otherwise the
// caller frees it with free.
int stategraph_run(const char *path, const char *vfs, const char *sql, int busy_milliseconds,
                   char **message);

#endif
