// One struct of plain words per thread, reached without a call: Swift has no thread-local variables,
// `pthread_getspecific` costs three times as much, and a tracked read asks on every access.

#ifndef STATEGRAPH_CTHREADS_H
#define STATEGRAPH_CTHREADS_H

#include <stdint.h>

typedef struct {
  // The evaluation that reads on this thread are recorded for, or NULL. Points into the stack.
  void *tracking;
  // The collector of `withGraphTracking`, or NULL. Points into the stack.
  void *registration;
  // The stored nodes being changed in place by this thread, a list through the stack, or NULL.
  void *mutations;
  // Observers to call when the outermost batch or delivery of this thread ends, retained, or NULL.
  void *deliveries;
  uint32_t batch_depth;
  uint32_t uncommitted_depth;
} stategraph_thread_state;

extern _Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));

static inline stategraph_thread_state *_Nonnull stategraph_thread_current(void) {
  return &stategraph_thread;
}

#endif
