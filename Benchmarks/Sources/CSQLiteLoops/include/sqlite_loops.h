// The work of the benchmarks in C, with SQLite's C interface. The other sides are compared with it.
// An error ends the process, because a benchmark cannot handle it.

#ifndef STATEGRAPH_CSQLITELOOPS_H
#define STATEGRAPH_CSQLITELOOPS_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// One row of the table `users`. Each text ends with a NUL, which its length in bytes does not
// include.
struct loop_row {
  char id[16];
  char name[16];
  char email[32];
  int32_t id_length;
  int32_t name_length;
  int32_t email_length;
  int64_t age;
  int64_t visits;
  double balance;
};

// Sums over rows. Each side computes them to show that it has read every row. Balances are
// multiples of a quarter, so their sum is exact in any order.
struct loop_sum {
  int64_t count;
  int64_t text_bytes;
  int64_t integers;
  double balances;
};

// Fills `rows`, in ascending order of their ids. Equal seeds give equal rows.
void loop_make_rows(struct loop_row *_Nonnull rows, size_t count, uint64_t seed);
struct loop_sum loop_sum_of(const struct loop_row *_Nonnull rows, size_t count);

// Creates a file in WAL mode with the table and the rows, and closes it. If `rows` is NULL, the
// table is empty.
void loop_make_file(const char *_Nonnull path, const struct loop_row *_Nullable rows, size_t count);
// Returns the sums over the rows of the file, as SQLite computes them.
struct loop_sum loop_sum_of_file(const char *_Nonnull path);

// Ends the process unless `result` is SQLITE_OK, SQLITE_ROW or SQLITE_DONE.
void loop_check(sqlite3 *_Nullable db, int result);

// Opens a connection with the settings of all sides.
sqlite3 *_Nonnull loop_open(const char *_Nonnull path);
void loop_close(sqlite3 *_Nonnull db);
sqlite3_stmt *_Nonnull loop_prepare(sqlite3 *_Nonnull db, const char *_Nonnull sql);
void loop_execute(sqlite3 *_Nonnull db, const char *_Nonnull sql);

// Inserts the rows in one transaction. The preparation of the statement and the commit belong to
// the measured work.
void loop_insert(sqlite3 *_Nonnull db, const struct loop_row *_Nonnull rows, size_t count);

// Sets the name of row i to the name of row (i + shift) % count. Each UPDATE is a transaction of
// its own unless a transaction is open.
void loop_set_names(sqlite3_stmt *_Nonnull update, const struct loop_row *_Nonnull rows,
                    size_t count, size_t shift);

// Returns the number of rows whose name in the file is not the name that `loop_set_names` has set.
size_t loop_count_wrong_names(const char *_Nonnull path, const struct loop_row *_Nonnull rows,
                              size_t count, size_t shift);

// Reads the rows at the indexes by id, one after another. `count` is the number of indexes.
struct loop_sum loop_get(sqlite3_stmt *_Nonnull select, const struct loop_row *_Nonnull rows,
                         const int64_t *_Nonnull indexes, size_t count);

// Runs a query for all columns and decodes every row.
struct loop_sum loop_load(sqlite3 *_Nonnull db, const char *_Nonnull sql);

#endif
