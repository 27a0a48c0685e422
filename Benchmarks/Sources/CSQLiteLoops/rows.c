#include "sqlite_loops.h"

#include <stdio.h>

// The random generator splitmix64 (https://prng.di.unimi.it/splitmix64.c).
static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static const char *const first_names[] = {"Ada", "Alan", "Barbara", "Dennis",
                                          "Edsger", "Frances", "Grace", "Niklaus"};

void loop_make_rows(struct loop_row *rows, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i++) {
    struct loop_row *row = &rows[i];
    uint64_t random = next(&seed);
    const char *first = first_names[random & 7];
    unsigned number = (unsigned)(random >> 8) % 1000000;
    row->id_length = snprintf(row->id, sizeof row->id, "user-%09zu", i % 1000000000);
    row->name_length = snprintf(row->name, sizeof row->name, "%s %u", first, number);
    row->email_length =
        snprintf(row->email, sizeof row->email, "%s.%u@example.org", first, number);
    row->age = (int64_t)(random >> 32) % 100;
    row->visits = (int64_t)(random >> 34) % 10000000;
    row->balance = (double)(random >> 44) / 4;
  }
}

struct loop_sum loop_sum_of(const struct loop_row *rows, size_t count) {
  struct loop_sum sum = {0};
  for (size_t i = 0; i < count; i++) {
    sum.count += 1;
    sum.text_bytes += rows[i].id_length + rows[i].name_length + rows[i].email_length;
    sum.integers += rows[i].age + rows[i].visits;
    sum.balances += rows[i].balance;
  }
  return sum;
}
