// Lists of file changes (events): the recorded changes of a database, and the changes that undo
// what a test has written to a copy of its files.

#include "vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const suffixes[STATEGRAPH_FILE_COUNT] = {"", "-wal", "-journal"};

// Ends the process if an allocation failed, because a test cannot continue with an incomplete list
// of changes.
static void *or_abort(void *memory) {
  if (!memory) abort();
  return memory;
}

void stategraph_log_add(stategraph_log *log, stategraph_event event, const void *bytes) {
  if (log->count == log->capacity) {
    log->capacity = log->capacity ? log->capacity * 2 : 256;
    log->events =
        or_abort(realloc(log->events, sizeof(stategraph_event) * (size_t)log->capacity));
  }
  event.bytes = 0;
  if (bytes) {
    event.bytes = or_abort(malloc((size_t)event.count));
    memcpy(event.bytes, bytes, (size_t)event.count);
  }
  log->events[log->count++] = event;
}

void stategraph_events_free(stategraph_event *events, int64_t count) {
  for (int64_t index = 0; index < count; index++) free(events[index].bytes);
  free(events);
}

void stategraph_log_clear(stategraph_log *log) {
  stategraph_events_free(log->events, log->count);
  memset(log, 0, sizeof(*log));
}

int stategraph_file_of_name(const char *name) {
  size_t length = name ? strlen(name) : 0;
  for (int file = STATEGRAPH_FILE_LOG; file < STATEGRAPH_FILE_COUNT; file++) {
    size_t end = strlen(suffixes[file]);
    if (length > end && strcmp(name + length - end, suffixes[file]) == 0) return file;
  }
  return -1;
}

// The log is a list of frames, one for each changed page. A frame begins with a header of 24 bytes.
// In the last frame of a commit, bytes 4 to 7 of the header contain the size of the database. They
// are zero in all other frames (https://sqlite.org/fileformat2.html#the_write_ahead_log).
bool stategraph_is_commit(const unsigned char *bytes, int64_t count, int64_t offset) {
  return count == 24 && offset >= 32 && (bytes[4] | bytes[5] | bytes[6] | bytes[7]) != 0;
}

// Copies the database file through SQLite's own file system. If this function opened the file
// itself, closing its descriptor would release SQLite's locks on the file
// (https://sqlite.org/howtocorrupt.html, section 2.2). SQLite's file system avoids this: it closes
// the descriptor of a locked file after the locks were released.
static int copy_main(sqlite3_vfs *real, const char *path, int target) {
  sqlite3_file *file = or_abort(calloc(1, (size_t)real->szOsFile));
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  // SQLite expects further zero bytes around the name of a main file, because the parameters of a
  // URI would stand there. This name has no parameters.
  size_t length = strlen(path);
  char *name = or_abort(calloc(1, length + 8));
  memcpy(name + 4, path, length);
  int result = real->xOpen(real, name + 4, file, flags, 0);
  sqlite3_int64 size = 0;
  size_t capacity = 1 << 20;
  char *buffer = or_abort(malloc(capacity));
  if (result == SQLITE_OK) result = file->pMethods->xFileSize(file, &size);
  for (sqlite3_int64 offset = 0; result == SQLITE_OK && offset < size;) {
    int count = (int)(size - offset < (sqlite3_int64)capacity ? size - offset : (int)capacity);
    result = file->pMethods->xRead(file, buffer, count, offset);
    if (result == SQLITE_OK && pwrite(target, buffer, (size_t)count, offset) != count) {
      result = SQLITE_FULL;
    }
    offset += count;
  }
  if (file->pMethods) file->pMethods->xClose(file);
  free(buffer);
  free(name);
  free(file);
  return result;
}

// Copies the write-ahead log. SQLite takes no locks on this file, so it may be opened directly.
static int copy_log(const char *path, int target) {
  int source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (source < 0) return errno == ENOENT ? SQLITE_OK : SQLITE_CANTOPEN;
  char buffer[1 << 16];
  ssize_t count;
  int result = SQLITE_OK;
  while (result == SQLITE_OK && (count = read(source, buffer, sizeof(buffer))) > 0) {
    if (write(target, buffer, (size_t)count) != count) result = SQLITE_FULL;
  }
  close(source);
  return result;
}

static int open_file(const char *path, int file) {
  char name[PATH_MAX];
  if (snprintf(name, sizeof(name), "%s%s", path, suffixes[file]) >= (int)sizeof(name)) {
    errno = ENAMETOOLONG;
    return -1;
  }
  return open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

int stategraph_vfs_record(stategraph_vfs *vfs, const char *path, const char *copy) {
  char log[PATH_MAX];
  if (snprintf(log, sizeof(log), "%s-wal", path) >= (int)sizeof(log)) return SQLITE_CANTOPEN;
  int main_file = open_file(copy, STATEGRAPH_FILE_MAIN);
  int log_file = open_file(copy, STATEGRAPH_FILE_LOG);
  int result = main_file < 0 || log_file < 0 ? SQLITE_CANTOPEN : SQLITE_OK;
  pthread_mutex_lock(&vfs->lock);
  if (result == SQLITE_OK) result = copy_main(vfs->real, path, main_file);
  if (result == SQLITE_OK) result = copy_log(log, log_file);
  stategraph_log_clear(&vfs->recorded);
  vfs->recorded.is_on = result == SQLITE_OK;
  pthread_mutex_unlock(&vfs->lock);
  if (main_file >= 0) close(main_file);
  if (log_file >= 0) close(log_file);
  return result;
}

stategraph_event *stategraph_vfs_end_record(stategraph_vfs *vfs, int64_t *count) {
  pthread_mutex_lock(&vfs->lock);
  stategraph_event *events = vfs->recorded.events;
  *count = vfs->recorded.count;
  memset(&vfs->recorded, 0, sizeof(vfs->recorded));
  pthread_mutex_unlock(&vfs->lock);
  return events;
}

void stategraph_vfs_begin_undo(stategraph_vfs *vfs) {
  pthread_mutex_lock(&vfs->lock);
  stategraph_log_clear(&vfs->undone);
  vfs->undone.is_on = true;
  pthread_mutex_unlock(&vfs->lock);
}

// Makes one change in a file that is open for reading and writing. Returns 0, or an errno.
static int change(int descriptor, const stategraph_event *event) {
  if (event->kind == STATEGRAPH_EVENT_TRUNCATE) {
    return ftruncate(descriptor, event->offset) == 0 ? 0 : errno;
  }
  if (event->count == 0) return 0;
  ssize_t count = pwrite(descriptor, event->bytes, (size_t)event->count, event->offset);
  return count == event->count ? 0 : errno ? errno : ENOSPC;
}

int stategraph_vfs_undo(stategraph_vfs *vfs, const char *path) {
  int descriptors[STATEGRAPH_FILE_COUNT] = {-1, -1, -1};
  int result = 0;
  pthread_mutex_lock(&vfs->lock);
  for (int64_t index = vfs->undone.count - 1; index >= 0 && result == 0; index--) {
    const stategraph_event *event = &vfs->undone.events[index];
    int *descriptor = &descriptors[event->file];
    if (*descriptor < 0) *descriptor = open_file(path, event->file);
    result = *descriptor < 0 ? errno : change(*descriptor, event);
  }
  stategraph_log_clear(&vfs->undone);
  pthread_mutex_unlock(&vfs->lock);
  for (int file = 0; file < STATEGRAPH_FILE_COUNT; file++) {
    if (descriptors[file] >= 0) close(descriptors[file]);
  }
  return result;
}

// Adds to `log` the bytes that an event is about to replace, and the size of the file, so that the
// event can be undone. The lock is held.
static void remember(stategraph_log *log, int descriptor, const stategraph_event *event) {
  int64_t size = lseek(descriptor, 0, SEEK_END);
  bool cuts = event->kind != STATEGRAPH_EVENT_WRITE;
  int64_t offset = event->kind == STATEGRAPH_EVENT_DELETE ? 0 : event->offset;
  int64_t end = cuts || offset + event->count > size ? size : offset + event->count;
  int64_t count = end > offset ? end - offset : 0;
  void *bytes = count > 0 ? or_abort(malloc((size_t)count)) : 0;
  if (bytes && pread(descriptor, bytes, (size_t)count, offset) != count) abort();
  stategraph_log_add(
      log, (stategraph_event){STATEGRAPH_EVENT_WRITE, event->file, offset, count, 0, false}, bytes);
  free(bytes);
  stategraph_log_add(
      log, (stategraph_event){STATEGRAPH_EVENT_TRUNCATE, event->file, size, 0, 0, false}, 0);
}

int stategraph_vfs_apply(stategraph_vfs *vfs, const char *path, const stategraph_event *event) {
  if (event->kind == STATEGRAPH_EVENT_SYNC) return 0;
  if (event->kind == STATEGRAPH_EVENT_FAILED_SYNC) return 0;
  int descriptor = open_file(path, event->file);
  if (descriptor < 0) return errno;
  pthread_mutex_lock(&vfs->lock);
  if (vfs->undone.is_on) remember(&vfs->undone, descriptor, event);
  // A deletion is made by truncating the file, because SQLite treats an empty file like no file.
  stategraph_event cut = {STATEGRAPH_EVENT_TRUNCATE, event->file, 0, 0, 0, false};
  int result = change(descriptor, event->kind == STATEGRAPH_EVENT_DELETE ? &cut : event);
  pthread_mutex_unlock(&vfs->lock);
  close(descriptor);
  return result;
}
