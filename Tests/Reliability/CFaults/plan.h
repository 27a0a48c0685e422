// A plan and its counts. Any thread may change the counts.

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
// Counts a call, and returns whether the plan changes it.
bool faults_plan_hits(faults_armed_plan *armed, uint32_t operation);
_Noreturn void faults_kill(void);

// Functions with which the file system records changes. A file with a negative number is not
// recorded.
int faults_record_file(const char *path);
void faults_record(int kind, int file, int64_t offset, int64_t count, const void *bytes);

// Counts a page that the process is about to write to a database file. With `is_alone`, the process
// has exclusive access to the file and its log.
void faults_watch_page(const char *path, bool is_alone);

#endif
