// A plan and its counts, which faults on any thread may change.

#ifndef STATEGRAPH_FAULTS_PLAN_H
#define STATEGRAPH_FAULTS_PLAN_H

#include "CFaults.h"

#include <stdatomic.h>

typedef struct {
  faults_plan plan;
  _Atomic bool is_armed;
  _Atomic int64_t seen;
  _Atomic int64_t hit;
} faults_armed_plan;

void faults_plan_arm(faults_armed_plan *armed, faults_plan plan);
faults_count faults_plan_disarm(faults_armed_plan *armed);
// Counts a call, and returns whether it is one that the plan changes.
bool faults_plan_hits(faults_armed_plan *armed, uint32_t operation);
_Noreturn void faults_kill(void);

// Recording, for the file system. A negative file is not recorded.
int faults_record_file(const char *path);
void faults_record(int kind, int file, int64_t offset, int64_t count, const void *bytes);

// Notes that a page of a database is about to be written. Whoever is alone has locked out all
// others, also from the log.
void faults_watch_page(const char *path, bool is_alone);

#endif
