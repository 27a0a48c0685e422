// SQLite's C interface, and the benchmarks' work done with it in C: the floor that the other sides
// are compared with. Whatever fails ends the process: a benchmark has nobody to report to.

#ifndef STATEGRAPH_CSQLITELOOPS_H
#define STATEGRAPH_CSQLITELOOPS_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// One row of the table `users`. The texts end with NUL.
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

// What rows add up to, so that every side can show that it has had all of them. Balances are
// quarters: their sum is exact in any order.
struct loop_sum {
  int64_t count;
  int64_t text_bytes;
  int64_t integers;
  double balances;
};

// Fills `rows`, the same for the same seed. Their ids ascend.
void loop_make_rows(struct loop_row *_Nonnull rows, size_t count, uint64_t seed);
struct loop_sum loop_sum_of(const struct loop_row *_Nonnull rows, size_t count);

// Makes a file with the table and the rows in it, in WAL mode, and closes it.
void loop_make_file(const char *_Nonnull path, const struct loop_row *_Nullable rows, size_t count);
// What SQLite says that the file holds.
struct loop_sum loop_sum_of_file(const char *_Nonnull path);

// Ends the process unless `result` is one of success.
void loop_check(sqlite3 *_Nullable db, int result);

// A connection with the settings that all sides have.
sqlite3 *_Nonnull loop_open(const char *_Nonnull path);
void loop_close(sqlite3 *_Nonnull db);
sqlite3_stmt *_Nonnull loop_prepare(sqlite3 *_Nonnull db, const char *_Nonnull sql);
void loop_execute(sqlite3 *_Nonnull db, const char *_Nonnull sql);

// Inserts the rows in one transaction, with all of its cost.
void loop_insert(sqlite3 *_Nonnull db, const struct loop_row *_Nonnull rows, size_t count);

// Sets the name of each row to that of the row as far behind it as `shift` says, beginning again
// at the first. Each is a transaction of its own unless one is open.
void loop_set_names(sqlite3_stmt *_Nonnull update, const struct loop_row *_Nonnull rows,
                    size_t count, size_t shift);

// How many of the rows have another name in the file than `loop_set_names` has set.
size_t loop_count_wrong_names(const char *_Nonnull path, const struct loop_row *_Nonnull rows,
                              size_t count, size_t shift);

// Reads one row after another by id, in the order of `indexes`.
struct loop_sum loop_get(sqlite3_stmt *_Nonnull select, const struct loop_row *_Nonnull rows,
                         const int64_t *_Nonnull indexes, size_t count);

// Decodes every row of a query for all columns.
struct loop_sum loop_load(sqlite3 *_Nonnull db, const char *_Nonnull sql);

#endif
