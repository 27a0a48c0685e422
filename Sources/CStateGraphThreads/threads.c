#define _GNU_SOURCE
#include "CStateGraphThreads.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

_Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));

stategraph_shared_state stategraph_shared = {.epoch = 1};
uint32_t stategraph_lock_word = 0;
int32_t stategraph_observation_word = 0;

void stategraph_futex_wait(const uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void stategraph_futex_wake(const uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

uintptr_t stategraph_stack_base(void) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *base = NULL;
  size_t size = 0;
  int result = pthread_attr_getstack(&attributes, &base, &size);
  pthread_attr_destroy(&attributes);
  return result == 0 ? (uintptr_t)base : 0;
}

typedef struct {
  void (*function)(void *);
  void *argument;
} stategraph_call;

// `makecontext` passes only values of the type `int`, so the pointer is passed in two halves.
static void stategraph_enter(unsigned int high, unsigned int low) {
  stategraph_call *call = (stategraph_call *)(((uintptr_t)high << 32) | (uintptr_t)low);
  call->function(call->argument);
}

void stategraph_call_on_stack(void *base, size_t size, void (*function)(void *), void *argument) {
  stategraph_call call = {function, argument};
  ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = base;
  there.uc_stack.ss_size = size;
  there.uc_link = &here;
  uintptr_t word = (uintptr_t)&call;
  makecontext(&there, (void (*)(void))stategraph_enter, 2, (unsigned int)(word >> 32),
              (unsigned int)word);
  swapcontext(&here, &there);
}

// Functions of Swift's runtime (swift/Runtime/HeapObject.h). They are exported, because compiled
// Swift code calls them.
extern void *swift_tryRetain(void *object);
extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
// Further functions of Swift's runtime (swift/Runtime/Concurrency.h), which are exported too. For
// these parameters, which are words, Swift's calling convention is the same as C's. Programs that
// use `Task.immediate` contain a call of the second function, so its name and parameters cannot
// change. The second function does not end the program if `flags` is 0.
extern void *swift_task_getCurrent(void);
extern bool swift_task_isCurrentExecutorWithFlags(void *identity, uintptr_t implementation,
                                                  uint64_t flags);

void *stategraph_try_retain(void *object) { return swift_tryRetain(object); }
void stategraph_unowned_retain(void *object) { swift_unownedRetain(object); }
void stategraph_unowned_release(void *object) { swift_unownedRelease(object); }
void *stategraph_current_task(void) { return swift_task_getCurrent(); }

bool stategraph_is_current_executor(void *identity, uintptr_t implementation) {
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
