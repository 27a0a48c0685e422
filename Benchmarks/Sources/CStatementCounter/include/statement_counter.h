// Counts the statements that run on every SQLite connection of the process, with SQLite's trace
// (https://sqlite.org/c3ref/trace_v2.html).

#ifndef STATEGRAPH_CSTATEMENTCOUNTER_H
#define STATEGRAPH_CSTATEMENTCOUNTER_H

#include <stdint.h>

// The statements of a trigger belong to the statement that fired the trigger, and are not counted.
struct statement_counts {
  // All statements, also BEGIN, COMMIT and pragmas.
  int64_t all;
  // The statements that read rows: each SELECT, and each WITH that changes nothing.
  int64_t selects;
};

// Traces the connections that are opened after this call. Returns SQLITE_OK or an error code of
// SQLite.
int statement_counter_install(void);

// Start and stop the counting on every open connection. No other thread may use a connection during
// these calls. A connection that is opened while the counting is on is counted from its first
// statement. While the counting is off, a statement costs nothing more, because SQLite does not
// call the trace for it.
void statement_counter_start(void);
void statement_counter_stop(void);

// Returns the counts since the start of the process.
struct statement_counts statement_counter_read(void);

#endif
