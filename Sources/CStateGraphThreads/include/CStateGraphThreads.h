// One struct of plain words per thread, reached without a call: Swift has no thread-local variables,
// `pthread_getspecific` costs three times as much, and a tracked read asks on every access.

#ifndef STATEGRAPH_CTHREADS_H
#define STATEGRAPH_CTHREADS_H

#include <stdint.h>

typedef struct {
  // The evaluation that reads on this thread are recorded for, or NULL. Points into the stack.
  void *_Nullable tracking;
  // The collector of `withGraphTracking`, or NULL. Points into the stack.
  void *_Nullable registration;
  // The stored node that this thread is changing in place, or NULL.
  void *_Nullable mutations;
  // Observers to call when the outermost batch or delivery of this thread ends, retained, or NULL.
  void *_Nullable deliveries;
  // Nodes to release when the outermost release of this thread ends, or NULL. Points to its owner's
  // object.
  void *_Nullable releases;
  // The state that the entity being made on this thread is to adopt, unretained, or NULL.
  void *_Nullable loading;
  uint32_t batch_depth;
  uint32_t uncommitted_depth;
} stategraph_thread_state;

extern _Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));

static inline stategraph_thread_state *_Nonnull stategraph_thread_current(void) {
  return &stategraph_thread;
}

#endif
