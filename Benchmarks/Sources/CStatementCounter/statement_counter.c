#include "statement_counter.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

static atomic_int_fast64_t statement_count;
static atomic_int_fast64_t select_count;

// Protects the four variables below. SQLite calls `opened` and `traced` without a lock that is
// common to all connections.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3 **connections;
static size_t connection_count;
static size_t connection_capacity;
static bool is_counting;

static bool begins_with(const char *text, const char *word, size_t length) {
  while (*text == ' ' || *text == '\n' || *text == '\t') text += 1;
  return strncasecmp(text, word, length) == 0;
}

static void forget(sqlite3 *db) {
  pthread_mutex_lock(&mutex);
  for (size_t i = 0; i < connection_count; i++) {
    if (connections[i] != db) continue;
    connections[i] = connections[--connection_count];
    break;
  }
  pthread_mutex_unlock(&mutex);
}

static int traced(unsigned kind, void *context, void *object, void *detail) {
  (void)context;
  if (kind == SQLITE_TRACE_CLOSE) {
    forget(object);
    return 0;
  }
  const char *text = detail;
  // SQLite passes a statement of a trigger as a comment.
  if (begins_with(text, "--", 2)) return 0;
  atomic_fetch_add_explicit(&statement_count, 1, memory_order_relaxed);
  bool reads = begins_with(text, "SELECT", 6) ||
               (begins_with(text, "WITH", 4) && sqlite3_stmt_readonly(object));
  if (reads) atomic_fetch_add_explicit(&select_count, 1, memory_order_relaxed);
  return 0;
}

static void trace(sqlite3 *db) {
  // SQLite always reports that a connection is closed, so that no closed connection stays in the
  // list. This costs nothing for a statement.
  unsigned mask = SQLITE_TRACE_CLOSE | (is_counting ? SQLITE_TRACE_STMT : 0);
  sqlite3_trace_v2(db, mask, traced, NULL);
}

static int opened(sqlite3 *db, char **message, const void *api) {
  (void)message, (void)api;
  int result = SQLITE_OK;
  pthread_mutex_lock(&mutex);
  if (connection_count == connection_capacity) {
    size_t capacity = 2 * connection_capacity + 16;
    sqlite3 **larger = realloc(connections, capacity * sizeof *larger);
    if (larger == NULL) result = SQLITE_NOMEM;
    else connections = larger, connection_capacity = capacity;
  }
  if (result == SQLITE_OK) {
    connections[connection_count++] = db;
    trace(db);
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

static void set_counting(bool value) {
  pthread_mutex_lock(&mutex);
  is_counting = value;
  for (size_t i = 0; i < connection_count; i++) trace(connections[i]);
  pthread_mutex_unlock(&mutex);
}

int statement_counter_install(void) { return sqlite3_auto_extension((void (*)(void))opened); }

void statement_counter_start(void) { set_counting(true); }

void statement_counter_stop(void) { set_counting(false); }

struct statement_counts statement_counter_read(void) {
  return (struct statement_counts){
      .all = atomic_load_explicit(&statement_count, memory_order_relaxed),
      .selects = atomic_load_explicit(&select_count, memory_order_relaxed),
  };
}
