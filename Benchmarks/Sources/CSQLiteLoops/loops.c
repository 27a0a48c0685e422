#include "sqlite_loops.h"

#include <stdlib.h>

static void run(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) {
    loop_check(sqlite3_db_handle(statement), sqlite3_reset(statement));
    abort();
  }
  sqlite3_reset(statement);
}

void loop_insert(sqlite3 *db, const struct loop_row *rows, size_t count) {
  loop_execute(db, "BEGIN IMMEDIATE");
  sqlite3_stmt *insert = loop_prepare(
      db, "INSERT INTO users (id, name, email, age, visits, balance) VALUES (?, ?, ?, ?, ?, ?)");
  for (size_t i = 0; i < count; i++) {
    const struct loop_row *row = &rows[i];
    sqlite3_bind_text(insert, 1, row->id, row->id_length, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, row->name, row->name_length, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, row->email, row->email_length, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 4, row->age);
    sqlite3_bind_int64(insert, 5, row->visits);
    sqlite3_bind_double(insert, 6, row->balance);
    run(insert);
  }
  sqlite3_finalize(insert);
  loop_execute(db, "COMMIT");
}

void loop_set_names(sqlite3_stmt *update, const struct loop_row *rows, size_t count,
                    size_t shift) {
  for (size_t i = 0; i < count; i++) {
    const struct loop_row *other = &rows[(i + shift) % count];
    sqlite3_bind_text(update, 1, other->name, other->name_length, SQLITE_STATIC);
    sqlite3_bind_text(update, 2, rows[i].id, rows[i].id_length, SQLITE_STATIC);
    run(update);
  }
}

size_t loop_count_wrong_names(const char *path, const struct loop_row *rows, size_t count,
                              size_t shift) {
  size_t wrong = 0;
  sqlite3 *db = loop_open(path);
  sqlite3_stmt *select = loop_prepare(db, "SELECT name = ? FROM users WHERE id = ?");
  for (size_t i = 0; i < count; i++) {
    const struct loop_row *other = &rows[(i + shift) % count];
    sqlite3_bind_text(select, 1, other->name, other->name_length, SQLITE_STATIC);
    sqlite3_bind_text(select, 2, rows[i].id, rows[i].id_length, SQLITE_STATIC);
    if (sqlite3_step(select) != SQLITE_ROW || !sqlite3_column_int(select, 0)) wrong += 1;
    sqlite3_reset(select);
  }
  sqlite3_finalize(select);
  loop_close(db);
  return wrong;
}

// The columns of the row are `id, name, email, age, visits, balance`. The texts are read in place
// and not copied.
static inline void add_row(sqlite3_stmt *statement, struct loop_sum *sum) {
  for (int column = 0; column < 3; column++) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    if (text == NULL || text[0] == 0) abort();
    sum->text_bytes += sqlite3_column_bytes(statement, column);
  }
  sum->integers += sqlite3_column_int64(statement, 3) + sqlite3_column_int64(statement, 4);
  sum->balances += sqlite3_column_double(statement, 5);
  sum->count += 1;
}

struct loop_sum loop_get(sqlite3_stmt *select, const struct loop_row *rows,
                         const int64_t *indexes, size_t count) {
  struct loop_sum sum = {0};
  for (size_t i = 0; i < count; i++) {
    const struct loop_row *row = &rows[indexes[i]];
    sqlite3_bind_text(select, 1, row->id, row->id_length, SQLITE_STATIC);
    if (sqlite3_step(select) != SQLITE_ROW) abort();
    add_row(select, &sum);
    sqlite3_reset(select);
  }
  return sum;
}

struct loop_sum loop_load(sqlite3 *db, const char *sql) {
  struct loop_sum sum = {0};
  sqlite3_stmt *select = loop_prepare(db, sql);
  int result;
  while ((result = sqlite3_step(select)) == SQLITE_ROW) add_row(select, &sum);
  loop_check(db, result);
  sqlite3_finalize(select);
  return sum;
}
