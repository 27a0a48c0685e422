#include "plan.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void faults_plan_arm(faults_armed_plan *armed, faults_plan plan) {
  atomic_store(&armed->is_armed, false);
  armed->plan = plan;
  atomic_store(&armed->seen, 0);
  atomic_store(&armed->hit, 0);
  atomic_store(&armed->is_armed, true);
}

faults_count faults_plan_disarm(faults_armed_plan *armed) {
  atomic_store(&armed->is_armed, false);
  return (faults_count){.seen = atomic_load(&armed->seen), .hit = atomic_load(&armed->hit)};
}

bool faults_plan_hits(faults_armed_plan *armed, uint32_t operation) {
  if (!atomic_load(&armed->is_armed) || (armed->plan.operations & operation) == 0) return false;
  int64_t number = atomic_fetch_add(&armed->seen, 1) + 1;
  int64_t at = armed->plan.at;
  if (at == 0 || number < at || (number > at && !armed->plan.persists)) return false;
  atomic_fetch_add(&armed->hit, 1);
  return true;
}

void faults_kill(void) {
  kill(getpid(), SIGKILL);
  abort();
}
