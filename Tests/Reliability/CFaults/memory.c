// Memory methods (https://sqlite.org/c3ref/mem_methods.html) that call the default ones, except for
// the allocations that a plan selects. These fail.

#include "plan.h"

#include <sqlite3.h>

static sqlite3_mem_methods original;
static faults_armed_plan armed;
static _Atomic int64_t outstanding;

static void *allocate(int size) {
  if (faults_plan_hits(&armed, 1)) return 0;
  void *memory = original.xMalloc(size);
  if (memory) atomic_fetch_add(&outstanding, 1);
  return memory;
}

static void release(void *memory) {
  if (memory) atomic_fetch_sub(&outstanding, 1);
  original.xFree(memory);
}

static void *reallocate(void *memory, int size) {
  return faults_plan_hits(&armed, 1) ? 0 : original.xRealloc(memory, size);
}

int faults_memory_install(void) {
  int result = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
  if (result != SQLITE_OK) return result;
  sqlite3_mem_methods methods = original;
  methods.xMalloc = allocate;
  methods.xFree = release;
  methods.xRealloc = reallocate;
  // With lookaside memory, SQLite would make few calls of these methods.
  result = sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  return result == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) : result;
}

void faults_memory_arm(int64_t at, bool persists) {
  faults_plan_arm(&armed, (faults_plan){.operations = 1, .at = at, .persists = persists});
}

faults_count faults_memory_disarm(void) { return faults_plan_disarm(&armed); }

int64_t faults_memory_outstanding(void) { return atomic_load(&outstanding); }

int64_t faults_memory_used(void) { return sqlite3_memory_used(); }
