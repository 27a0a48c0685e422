// Counts the statements that run on every SQLite connection of the process, whoever opened it, by
// SQLite's own trace (https://sqlite.org/c3ref/trace_v2.html).

#ifndef STATEGRAPH_CSTATEMENTCOUNTER_H
#define STATEGRAPH_CSTATEMENTCOUNTER_H

#include <stdint.h>

// Statements of triggers belong to the statement that fired them and are not counted.
struct statement_counts {
  // All of them: BEGIN, COMMIT and pragmas too.
  int64_t all;
  // Those that read rows: SELECT, and WITH that changes nothing.
  int64_t selects;
};

// Follows the connections that are opened from now on. Returns 0, or an error code of SQLite.
int statement_counter_install(void);

// Begins and ends the counting on every open connection. No other thread may be using one, and a
// connection opened meanwhile is counted at once. While it is off, SQLite calls nothing.
void statement_counter_start(void);
void statement_counter_stop(void);

// What was counted since the process began.
struct statement_counts statement_counter_read(void);

#endif
