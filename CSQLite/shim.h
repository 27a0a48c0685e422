// The declarations of SQLite for Swift. SQLite declares the preupdate hook only if
// SQLITE_ENABLE_PREUPDATE_HOOK is defined before sqlite3.h is included
// (https://sqlite.org/c3ref/preupdate_blobwrite.html). The inline functions call the parts of SQLite
// that Swift cannot import: functions with variable arguments, casts in constants, and file methods.

#ifndef STATEGRAPH_CSQLITE_SHIM_H
#define STATEGRAPH_CSQLITE_SHIM_H

#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
// Swift's module Glibc does not declare epoll(7) and timerfd_create(2), with which the library waits
// for writes of other processes to a file of SQLite.
#include <sys/epoll.h>
#include <sys/timerfd.h>

static inline int csqlite_db_config_int(sqlite3 *db, int verb, int value) {
  int now = 0;
  return sqlite3_db_config(db, verb, value, &now);
}

// Returns the position of an error in the SQL text, or -1 if it is unknown. SQLite has the function
// since version 3.38, and the library also builds with 3.37.
static inline int csqlite_error_offset(sqlite3 *db) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_error_offset(db);
#else
  return -1;
#endif
}

// Turns SQLite's memory statistics off. Has an effect only before the first connection opens, because
// that initialises SQLite.
static inline int csqlite_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Binds a value without copying it. The bytes must stay valid until the binding ends. The functions
// with `copy` in their names let SQLite copy the bytes. The empty string replaces a null pointer,
// which SQLite would bind as NULL.
static inline int csqlite_bind_text_static(sqlite3_stmt *statement, int index, const char *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC,
                             SQLITE_UTF8);
}

static inline int csqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

// Compares bytes. Without this function, Swift would need Glibc for memcmp.
static inline bool csqlite_equal_bytes(const void *left, const void *right, long count) {
  return memcmp(left, right, (size_t)count) == 0;
}

// Compares as SQLite's collation BINARY: first the common bytes, then the lengths. Returns a negative
// number, 0 or a positive number.
static inline long csqlite_compare_bytes(const void *left, long leftCount, const void *right,
                                         long rightCount) {
  long common = leftCount < rightCount ? leftCount : rightCount;
  int order = common > 0 ? memcmp(left, right, (size_t)common) : 0;
  return order != 0 ? order : leftCount - rightCount;
}

static inline int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *bytes,
                                         sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes,
                                         sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Returns a byte of the database file, or -1 if it cannot be read. The function uses SQLite's own file
// object, because opening and closing the file here would release SQLite's locks
// (https://sqlite.org/howtocorrupt.html, section 2.2).
static inline int csqlite_file_byte(sqlite3 *db, sqlite3_int64 offset) {
  sqlite3_file *file = 0;
  unsigned char byte = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return -1;
  if (!file || !file->pMethods) return -1;
  return file->pMethods->xRead(file, &byte, 1, offset) == SQLITE_OK ? byte : -1;
}

// Returns the wal-index that SQLite has mapped, or NULL if the connection has not read the file, or if
// the file is not in WAL mode. The pointer is valid until the connection closes. The function uses
// SQLite's own file object, for the reason given at csqlite_file_byte.
static inline const void *csqlite_wal_index(sqlite3 *db) {
  sqlite3_file *file = 0;
  void volatile *region = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return 0;
  // This call would create an index for a file without a log, and SQLite would not release it. Byte 19
  // of the file is 2 in WAL mode.
  if (csqlite_file_byte(db, 19) != 2) return 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK) return 0;
  return (const void *)region;
}

// Returns whether stat(2) fails for the path of the database, and sets errno. The call goes through
// SQLite's file system. SQLITE_FCNTL_HAS_MOVED does not distinguish a different file from an error.
static inline bool csqlite_path_is_lost(sqlite3 *db) {
  sqlite3_vfs *vfs = 0;
  // This array is large enough for a struct stat. The header of that type would add it to this module.
  long information[64];
  const char *path = sqlite3_db_filename(db, "main");
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK) return false;
  if (!path || !vfs || vfs->iVersion < 3 || !vfs->xGetSystemCall) return false;
  int (*look_up)(const char *, void *) =
      (int (*)(const char *, void *))vfs->xGetSystemCall(vfs, "stat");
  return look_up && look_up(path, information) != 0;
}

// Returns SQLite's file object for the write-ahead log, or NULL before the first read of the
// connection. A flush through this object uses the file system of the connection.
static inline sqlite3_file *csqlite_log_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK) return 0;
  return file && file->pMethods ? file : 0;
}

// Flushes the log to the disk. Returns a result code of SQLite.
static inline int csqlite_flush_log(sqlite3 *db) {
  sqlite3_file *file = csqlite_log_file(db);
  return file ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : SQLITE_IOERR_FSYNC;
}

static inline unsigned csqlite_word(const unsigned char *bytes, bool is_big_endian) {
  unsigned value = 0;
  for (int index = 0; index < 4; index++) {
    value |= (unsigned)bytes[index] << 8 * (is_big_endian ? 3 - index : index);
  }
  return value;
}

// Adds bytes to a checksum of the log (https://sqlite.org/fileformat2.html#checksum_algorithm).
static inline void csqlite_add_to_checksum(unsigned sums[2], const unsigned char *bytes, unsigned count,
                                           bool is_big_endian) {
  for (unsigned offset = 0; offset < count; offset += 8) {
    sums[0] += csqlite_word(bytes + offset, is_big_endian) + sums[1];
    sums[1] += csqlite_word(bytes + offset + 4, is_big_endian) + sums[0];
  }
}

static inline bool csqlite_has_checksum(const unsigned char *bytes, const unsigned sums[2]) {
  return csqlite_word(bytes, true) == sums[0] && csqlite_word(bytes + 4, true) == sums[1];
}

// Reads `count` bytes of the log, and writes the same bytes. Returns a result code of SQLite.
static inline int csqlite_rewrite_bytes(sqlite3_file *file, unsigned char *bytes, unsigned count,
                                        sqlite3_int64 offset) {
  int result = file->pMethods->xRead(file, bytes, (int)count, offset);
  if (result == SQLITE_IOERR_SHORT_READ) return SQLITE_CORRUPT;
  return result == SQLITE_OK ? file->pMethods->xWrite(file, bytes, (int)count, offset) : result;
}

// Writes the header and all committed frames of the log again, with the same bytes. After a failed
// flush, Linux marks the pages that it could not write as written, so that a later flush would leave
// them out. No other connection may write the log meanwhile. Returns a result code of SQLite. It is
// SQLITE_CORRUPT if a checksum is wrong, because Linux may have read a lost page from the disk again.
static inline int csqlite_rewrite_log(sqlite3 *db) {
  sqlite3_file *file = csqlite_log_file(db);
  const char *index = (const char *)csqlite_wal_index(db);
  if (!file || !index) return SQLITE_IOERR_FSYNC;
  // The number of the frame that ends the last commit is at offset 16 of the wal-index.
  unsigned frame_count = __atomic_load_n((const unsigned *)(const void *)(index + 16), __ATOMIC_ACQUIRE);
  if (frame_count == 0) return SQLITE_OK;
  unsigned char header[32];
  int result = csqlite_rewrite_bytes(file, header, sizeof(header), 0);
  if (result != SQLITE_OK) return result;
  bool is_big_endian = csqlite_word(header, true) & 1;
  unsigned page_size = csqlite_word(header + 8, true);
  unsigned sums[2] = {0, 0};
  csqlite_add_to_checksum(sums, header, 24, is_big_endian);
  if (!csqlite_has_checksum(header + 24, sums) || page_size > 65536) return SQLITE_CORRUPT;
  unsigned char *frame = (unsigned char *)sqlite3_malloc64(24 + page_size);
  if (!frame) return SQLITE_NOMEM;
  sqlite3_int64 offset = sizeof(header);
  for (unsigned number = 0; result == SQLITE_OK && number < frame_count; number++) {
    result = csqlite_rewrite_bytes(file, frame, 24 + page_size, offset);
    csqlite_add_to_checksum(sums, frame, 8, is_big_endian);
    csqlite_add_to_checksum(sums, frame + 24, page_size, is_big_endian);
    bool is_whole = memcmp(frame + 8, header + 16, 8) == 0 && csqlite_has_checksum(frame + 16, sums);
    if (result == SQLITE_OK && !is_whole) result = SQLITE_CORRUPT;
    offset += 24 + page_size;
  }
  sqlite3_free(frame);
  return result;
}

// Truncates the log after its last commit. No other connection may write the log meanwhile.
static inline void csqlite_cut_log(sqlite3 *db) {
  sqlite3_file *file = csqlite_log_file(db);
  const char *index = (const char *)csqlite_wal_index(db);
  if (!file || !index) return;
  unsigned frame_count = __atomic_load_n((const unsigned *)(const void *)(index + 16), __ATOMIC_ACQUIRE);
  unsigned char header[32];
  sqlite3_int64 size = 0, end = 0;
  // The commits of an empty log are in the database file. A header with frames belongs to undone commits.
  if (frame_count > 0) {
    if (file->pMethods->xRead(file, header, sizeof(header), 0) != SQLITE_OK) return;
    end = 32 + (sqlite3_int64)frame_count * (24 + csqlite_word(header + 8, true));
  }
  if (file->pMethods->xFileSize(file, &size) == SQLITE_OK && size > end) {
    (void)file->pMethods->xTruncate(file, end);
  }
}

// Returns whether SQLite flushes the log of this disk in the usual way: a power loss during a write
// cannot change the bytes beside it, and the disk may write in any order. Otherwise SQLite fills the
// last sector of a flushed commit, or flushes less often.
static inline bool csqlite_keeps_neighbours(sqlite3 *db) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return false;
  if (!file || !file->pMethods) return false;
  int all = file->pMethods->xDeviceCharacteristics(file);
  return (all & SQLITE_IOCAP_POWERSAFE_OVERWRITE) && !(all & SQLITE_IOCAP_SEQUENTIAL);
}

// Loads a word of shared memory that another process may change meanwhile.
static inline unsigned csqlite_load_shared(const void *address) {
  return __atomic_load_n((const unsigned *)address, __ATOMIC_ACQUIRE);
}

// The cursor of a virtual table over a list. SQLite requires that its own part comes first.
typedef struct csqlite_list_cursor {
  sqlite3_vtab_cursor base;
  void *list;
  sqlite3_int64 place;
  sqlite3_int64 count;
} csqlite_list_cursor;

// Views and triggers of a file cannot read the virtual table that is being connected.
static inline int csqlite_make_vtab_direct_only(sqlite3 *db) {
  return sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
}

static inline void csqlite_result_text_copy(sqlite3_context *context, const char *bytes,
                                            sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void csqlite_result_blob_copy(sqlite3_context *context, const void *bytes,
                                            sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
