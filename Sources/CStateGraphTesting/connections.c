// Connections of a test: random functions that a seed determines, and a connection without the
// settings of this library, which plays the part of another program.

#include "vfs.h"

#include <stdlib.h>
#include <string.h>

void stategraph_vfs_set_seed(stategraph_vfs *vfs, uint64_t seed) {
  atomic_store(&vfs->random_state, seed);
}

// The random generator SplitMix64. Each call adds a constant to its state, in one atomic operation.
// Threads therefore need no lock.
uint64_t stategraph_vfs_random(stategraph_vfs *vfs) {
  const uint64_t step = 0x9e3779b97f4a7c15;
  uint64_t number = atomic_fetch_add(&vfs->random_state, step) + step;
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

static void call_random(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_result_int64(context,
                       (sqlite3_int64)stategraph_vfs_random(sqlite3_user_data(context)));
}

static void call_randomblob(sqlite3_context *context, int count, sqlite3_value **values) {
  // Like SQLite's own randomblob(), this function returns at least one byte.
  sqlite3_int64 size = sqlite3_value_int64(values[0]);
  if (size < 1) size = 1;
  if (size > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)) {
    sqlite3_result_error_toobig(context);
    return;
  }
  unsigned char *bytes = sqlite3_malloc64((sqlite3_uint64)size);
  if (!bytes) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (sqlite3_int64 start = 0; start < size; start += 8) {
    uint64_t number = stategraph_vfs_random(sqlite3_user_data(context));
    for (int byte = 0; byte < 8 && start + byte < size; byte++) {
      bytes[start + byte] = (unsigned char)(number >> (8 * byte));
    }
  }
  sqlite3_result_blob64(context, bytes, (sqlite3_uint64)size, sqlite3_free);
}

int stategraph_vfs_replace_random(stategraph_vfs *vfs, sqlite3 *connection) {
  // The default value of a column in an untrusted file may call innocuous functions, but no others.
  int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS;
  int result =
      sqlite3_create_function_v2(connection, "random", 0, flags, vfs, call_random, 0, 0, 0);
  if (result != SQLITE_OK) return result;
  return sqlite3_create_function_v2(connection, "randomblob", 1, flags, vfs, call_randomblob, 0, 0,
                                    0);
}

int stategraph_run(const char *path, const char *vfs, const char *sql, int busy_milliseconds,
                   char **message) {
  sqlite3 *connection = 0;
  char *error = 0;
  *message = 0;
  int result = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, vfs);
  if (result == SQLITE_OK) {
    sqlite3_busy_timeout(connection, busy_milliseconds);
    result = sqlite3_exec(connection, sql, 0, 0, &error);
  }
  if (result != SQLITE_OK) *message = strdup(error ? error : sqlite3_errstr(result));
  sqlite3_free(error);
  sqlite3_close_v2(connection);
  return result;
}
