#include "sqlite_loops.h"

#include <stdio.h>
#include <stdlib.h>

void loop_check(sqlite3 *db, int result) {
  if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return;
  fprintf(stderr, "SQLite: %s\n", db != NULL ? sqlite3_errmsg(db) : sqlite3_errstr(result));
  abort();
}

void loop_execute(sqlite3 *db, const char *sql) {
  loop_check(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
}

sqlite3_stmt *loop_prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  loop_check(db, sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

sqlite3 *loop_open(const char *path) {
  sqlite3 *db = NULL;
  // One thread at a time uses a connection, so it needs no mutex. The other sides use none, either.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  loop_check(db, sqlite3_open_v2(path, &db, flags, NULL));
  loop_execute(db, "PRAGMA foreign_keys = ON");
  loop_execute(db, "PRAGMA journal_mode = WAL");
  loop_execute(db, "PRAGMA synchronous = NORMAL");
  return db;
}

void loop_close(sqlite3 *db) { loop_check(db, sqlite3_close(db)); }

void loop_make_file(const char *path, const struct loop_row *rows, size_t count) {
  sqlite3 *db = loop_open(path);
  loop_execute(db, "CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, "
                   "email TEXT NOT NULL, age INTEGER NOT NULL, visits INTEGER NOT NULL, "
                   "balance REAL NOT NULL) STRICT");
  if (rows != NULL) loop_insert(db, rows, count);
  loop_close(db);
}

struct loop_sum loop_sum_of_file(const char *path) {
  sqlite3 *db = loop_open(path);
  sqlite3_stmt *statement = loop_prepare(
      db, "SELECT count(*), sum(length(id) + length(name) + length(email)), sum(age + visits), "
          "total(balance) FROM users");
  loop_check(db, sqlite3_step(statement));
  struct loop_sum sum = {
      .count = sqlite3_column_int64(statement, 0),
      .text_bytes = sqlite3_column_int64(statement, 1),
      .integers = sqlite3_column_int64(statement, 2),
      .balances = sqlite3_column_double(statement, 3),
  };
  sqlite3_finalize(statement);
  loop_close(db);
  return sum;
}
