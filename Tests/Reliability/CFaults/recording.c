// Records the changes of files, in order. The images of a power loss are built from them.

#include "plan.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_recording;
static faults_event *events;
static int64_t event_count, event_capacity;
static char **paths;
static int path_count;

static void *or_abort(void *memory) {
  if (!memory) abort();
  return memory;
}

static void forget(void) {
  for (int64_t index = 0; index < event_count; index++) free((void *)events[index].bytes);
  for (int index = 0; index < path_count; index++) free(paths[index]);
  event_count = 0;
  path_count = 0;
}

void faults_record_begin(void) {
  pthread_mutex_lock(&lock);
  forget();
  is_recording = true;
  pthread_mutex_unlock(&lock);
}

void faults_record_end(void) {
  pthread_mutex_lock(&lock);
  is_recording = false;
  pthread_mutex_unlock(&lock);
}

int faults_record_file(const char *path) {
  pthread_mutex_lock(&lock);
  int found = -1;
  if (is_recording && path) {
    for (int index = 0; index < path_count && found < 0; index++) {
      if (strcmp(paths[index], path) == 0) found = index;
    }
    if (found < 0) {
      paths = or_abort(realloc(paths, sizeof(char *) * (size_t)(path_count + 1)));
      paths[path_count] = or_abort(strdup(path));
      found = path_count++;
    }
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void faults_record(int kind, int file, int64_t offset, int64_t count, const void *bytes) {
  pthread_mutex_lock(&lock);
  if (is_recording && (file >= 0 || kind == FAULTS_EVENT_MARK)) {
    if (event_count == event_capacity) {
      event_capacity = event_capacity ? event_capacity * 2 : 1024;
      events = or_abort(realloc(events, sizeof(faults_event) * (size_t)event_capacity));
    }
    void *copy = 0;
    if (bytes) {
      copy = or_abort(malloc((size_t)count));
      memcpy(copy, bytes, (size_t)count);
    }
    events[event_count++] = (faults_event){kind, file, offset, count, copy};
  }
  pthread_mutex_unlock(&lock);
}

void faults_record_mark(int64_t number) {
  faults_record(FAULTS_EVENT_MARK, -1, number, 0, 0);
}

int64_t faults_recorded_count(void) { return event_count; }
faults_event faults_recorded_event(int64_t index) { return events[index]; }
int faults_recorded_path_count(void) { return path_count; }
const char *faults_recorded_path(int file) { return paths[file]; }
