// The one place where C is seen. SQLite declares the preupdate hook only to those who define
// SQLITE_ENABLE_PREUPDATE_HOOK before including sqlite3.h
// (https://sqlite.org/c3ref/preupdate_blobwrite.html). The inline functions forward what Swift
// cannot import: variadic verbs and casted constants.

#ifndef STATEGRAPH_CSQLITE_SHIM_H
#define STATEGRAPH_CSQLITE_SHIM_H

#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

static inline int csqlite_db_config_int(sqlite3 *db, int verb, int value) {
  int now = 0;
  return sqlite3_db_config(db, verb, value, &now);
}

// SQLite has the function from 3.38 on. The library also builds with 3.37, without the position.
static inline int csqlite_error_offset(sqlite3 *db) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_error_offset(db);
#else
  return -1;
#endif
}

// Only before SQLite is initialised, which opening the first connection does; later a no-op.
static inline int csqlite_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// SQLITE_STATIC promises that the bytes outlive the binding; SQLITE_TRANSIENT lets SQLite copy
// them. A null pointer would be bound as NULL.
static inline int csqlite_bind_text_static(sqlite3_stmt *statement, int index, const char *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC,
                             SQLITE_UTF8);
}

static inline int csqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes,
                                           sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

// Swift has memcmp by way of Glibc only, as a call with optional results.
static inline bool csqlite_equal_bytes(const void *left, const void *right, long count) {
  return memcmp(left, right, (size_t)count) == 0;
}

// < 0, 0 or > 0, as SQLite's BINARY: the common bytes, then the lengths.
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

// The wal-index of a connection that has read a file in WAL mode, as SQLite has mapped it; NULL where
// there is none. Asked of SQLite's own file object: opening the -shm ourselves and closing it would
// drop SQLite's locks (https://sqlite.org/howtocorrupt.html, section 2.2). Good until the connection
// closes.
static inline const void *csqlite_wal_index(sqlite3 *db) {
  sqlite3_file *file = 0;
  void volatile *region = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2) return 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK) return 0;
  return (const void *)region;
}

// A byte of the file, or -1 where it cannot be read. By SQLite's own file object, for the same reason.
static inline int csqlite_file_byte(sqlite3 *db, sqlite3_int64 offset) {
  sqlite3_file *file = 0;
  unsigned char byte = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return -1;
  if (!file || !file->pMethods) return -1;
  return file->pMethods->xRead(file, &byte, 1, offset) == SQLITE_OK ? byte : -1;
}

// Whether SQLite's own call of stat(2) fails for the path of the database; errno says why.
// SQLITE_FCNTL_HAS_MOVED does not say whether it found another file, or could not look.
static inline bool csqlite_path_is_lost(sqlite3 *db) {
  sqlite3_vfs *vfs = 0;
  // Room for a struct stat, whose header would make its type one of this module.
  long information[64];
  const char *path = sqlite3_db_filename(db, "main");
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK) return false;
  if (!path || !vfs || vfs->iVersion < 3 || !vfs->xGetSystemCall) return false;
  int (*look_up)(const char *, void *) =
      (int (*)(const char *, void *))vfs->xGetSystemCall(vfs, "stat");
  return look_up && look_up(path, information) != 0;
}

// The write-ahead log as SQLite has it open, NULL before the first read of the connection. It is SQLite's
// own file object, so that the log is flushed by the file system that the connection uses.
static inline sqlite3_file *csqlite_log_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK) return 0;
  return file && file->pMethods ? file : 0;
}

// Flushes the log to the disk. A result code of SQLite's.
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

// Reads `count` bytes of the log, and writes the same bytes. A result code of SQLite's.
static inline int csqlite_rewrite_bytes(sqlite3_file *file, unsigned char *bytes, unsigned count,
                                        sqlite3_int64 offset) {
  int result = file->pMethods->xRead(file, bytes, (int)count, offset);
  if (result == SQLITE_IOERR_SHORT_READ) return SQLITE_CORRUPT;
  return result == SQLITE_OK ? file->pMethods->xWrite(file, bytes, (int)count, offset) : result;
}

// Writes the header and all committed frames of the log once more, with the same bytes. After a failed
// flush, Linux takes the pages that it could not write for written, and a later flush would leave them
// out. Nobody else may write the log meanwhile. A result code of SQLite's. SQLITE_CORRUPT if a frame is
// not the one that was written: Linux may have read such a page from the disk again.
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

// Cuts off what follows the last commit in the log. Nobody else may write the log meanwhile.
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

// Whether a write of some bytes leaves the bytes beside them as they are when the power fails, and the
// disk may write in any order. Where the first does not hold, SQLite fills the last sector of a flushed
// commit, and where the second does not, it flushes less.
static inline bool csqlite_keeps_neighbours(sqlite3 *db) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return false;
  if (!file || !file->pMethods) return false;
  int all = file->pMethods->xDeviceCharacteristics(file);
  return (all & SQLITE_IOCAP_POWERSAFE_OVERWRITE) && !(all & SQLITE_IOCAP_SEQUENTIAL);
}

// What another process may be writing at this moment.
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
