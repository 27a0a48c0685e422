// Delays jobs of Swift's concurrency and new threads by random times. Scripts/shuffle loads this
// library into the process of the tests.
//
// Jobs of the shared threads have no order, but on an idle machine they mostly run in the order in
// which they are enqueued. A test that depends on this order fails now and then on a busy machine.
// With delays, it fails more often. Jobs of the main actor are not delayed: their order is defined.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// The hook of Swift's runtime for a job of the shared threads: swift_task_enqueueGlobal_hook in
// swift/Runtime/Concurrency.h.
typedef __attribute__((swiftcall)) void (*enqueue)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_with_delay)(unsigned long long nanoseconds,
                                                              void *job);

static enqueue_with_delay enqueue_later;
static uint64_t seed;
// One of this many jobs is delayed.
static uint64_t interval = 4;
static uint64_t thread_count;
static __thread uint64_t state;

// SplitMix64. Each thread has its own sequence.
static uint64_t random_number(void) {
  if (state == 0) {
    state = seed + 0xd1342543de82ef95u * __atomic_add_fetch(&thread_count, 1, __ATOMIC_RELAXED);
  }
  uint64_t mixed = state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

static __attribute__((swiftcall)) void enqueue_shuffled(void *job, enqueue original) {
  if (random_number() % interval != 0) {
    original(job);
    return;
  }
  // Up to 3 ms, and for one of 16 jobs up to 30 ms.
  uint64_t nanoseconds = random_number() % 3000000;
  if (random_number() % 16 == 0) nanoseconds *= 10;
  enqueue_later(nanoseconds, job);
}

struct beginning {
  void *(*function)(void *);
  void *argument;
};

static void *begin_late(void *pointer) {
  struct beginning beginning = *(struct beginning *)pointer;
  free(pointer);
  if (random_number() % interval == 0) usleep(random_number() % 15000);
  return beginning.function(beginning.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument) {
  typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  create original = (create)dlsym(RTLD_NEXT, "pthread_create");
  struct beginning *beginning = malloc(sizeof *beginning);
  if (beginning == NULL) return original(thread, attributes, function, argument);
  *beginning = (struct beginning){function, argument};
  int result = original(thread, attributes, begin_late, beginning);
  if (result != 0) free(beginning);
  return result;
}

__attribute__((constructor)) static void install(void) {
  const char *text = getenv("SHUFFLE_SEED");
  if (text != NULL) seed = strtoull(text, NULL, 10);
  text = getenv("SHUFFLE_INTERVAL");
  if (text != NULL && strtoull(text, NULL, 10) > 0) interval = strtoull(text, NULL, 10);
  enqueue_later = (enqueue_with_delay)dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay");
  void **hook = (void **)dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  // Other programs that the tests start have no Swift runtime.
  if (hook != NULL && enqueue_later != NULL) *hook = (void *)enqueue_shuffled;
}
