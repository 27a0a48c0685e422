// The state of the graph for each thread and for the process, in plain words that are accessed
// without a function call. Swift has no thread-local variables, `pthread_getspecific` takes three
// times as long, and every use of a global Swift variable checks for exclusive access.

#ifndef STATEGRAPH_CTHREADS_H
#define STATEGRAPH_CTHREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A linked list of observers, which the queue retains. Each observer contains the pointer to the
// next one.
typedef struct {
  void *_Nullable first;
  void *_Nullable last;
} stategraph_observer_queue;

typedef struct {
  // The evaluation that records the reads on this thread, or NULL if reads are not recorded. Points
  // into the stack.
  void *_Nullable tracking;
  // The innermost evaluation on this thread, even if it does not record reads. NULL if no
  // evaluation is running. Points into the stack.
  void *_Nullable running;
  // The `Registration` that collects the observers that the running closure creates, or NULL if
  // there is none. Points into the stack.
  void *_Nullable registration;
  // The observers to call when the outermost batch or delivery of this thread ends.
  stategraph_observer_queue incoming;
  // The observers from `incoming` that this thread itself has to call. Empty unless this thread is
  // calling observers.
  stategraph_observer_queue deliveries;
  // The queue of objects to release when the outermost release on this thread ends, or NULL. Not
  // retained: the outermost release owns it.
  void *_Nullable releases;
  // The objects to release when the outermost evaluation of this thread ends, or NULL. Retained.
  void *_Nullable deferred_releases;
  // The state of the row for which this thread is creating an entity object, or NULL if there is
  // none. The new object takes this state. Not retained.
  void *_Nullable loading;
  // The results of computed nodes during a read inside this thread's write or snapshot, or NULL if
  // no such read is running. Not retained: the outermost read owns them.
  void *_Nullable uncommitted_results;
  // The observers that this thread has to call although they are also in the queue of another
  // thread, or NULL if there are none. Retained.
  void *_Nullable additional_deliveries;
  // The recorder of `withGraphTrace`, or NULL. Not retained.
  void *_Nullable trace;
  // The log of the observer calls that this thread's changes cause, or NULL. Not retained.
  void *_Nullable delivery_log;
  // The lowest stack address at which a closure may begin, or 0 if it has not been determined.
  uintptr_t stack_limit;
  // The number of the last evaluation that began on this thread.
  uint64_t last_run;
  // Identifies this thread among all threads of the process, or 0 before the first use. The address
  // of this struct does not identify a thread, because a new thread can have the address of a
  // finished one.
  uint64_t number;
  // The number of changes that this thread has published.
  uint64_t change_count;
  // The number of these changes of which no comparison has shown that the value differs: the type
  // cannot be compared, or the value was changed in place.
  uint64_t uncompared_change_count;
  // The number of closures on this thread that have reached the rerun limit.
  uint32_t given_up_count;
  uint32_t batch_depth;
  uint32_t uncommitted_depth;
  uint32_t is_delivering;
  uint32_t stack_segment_count;
  // The number of accesses by ObservationProbe that Observation has recorded.
  uint32_t observation_probe;
} stategraph_thread_state;

extern _Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));

static inline stategraph_thread_state *_Nonnull stategraph_thread_current(void) {
  return &stategraph_thread;
}

typedef struct {
  // The number of the latest change of the graph.
  uint64_t epoch;
  // The number of destroyed edges. As long as this number does not change, all nodes that a thread
  // has reached along edges are alive.
  uint64_t drop_count;
} stategraph_shared_state;

// The state that all threads share. Guarded by the graph's lock, `stategraph_lock_word`.
extern stategraph_shared_state stategraph_shared;

static inline stategraph_shared_state *_Nonnull stategraph_shared_current(void) {
  return &stategraph_shared;
}

// The graph's lock: 0 if it is free, 1 if a thread holds it, 2 if other threads also wait for it.
// The word is not a field of the struct that it guards, because Swift treats a change of one field
// as an access to the whole struct.
extern uint32_t stategraph_lock_word;

static inline uint32_t *_Nonnull stategraph_lock_current(void) { return &stategraph_lock_word; }

// 1 if reads have to check whether Swift's Observation tracks them, otherwise 0. Once set to 1, the
// word keeps this value.
extern int32_t stategraph_observation_word;

static inline int32_t stategraph_is_observation_in_use(void) {
  return __atomic_load_n(&stategraph_observation_word, __ATOMIC_RELAXED);
}

static inline void stategraph_use_observation(void) {
  __atomic_store_n(&stategraph_observation_word, 1, __ATOMIC_RELAXED);
}

// `stategraph_futex_wait` lets the calling thread sleep if `word` equals `value`.
// `stategraph_futex_wake` wakes one thread that sleeps because of `word`.
void stategraph_futex_wait(const uint32_t *_Nonnull word, uint32_t value);
void stategraph_futex_wake(const uint32_t *_Nonnull word);

// Weak references to Swift objects without the side table of `weak`, which takes 48 bytes and adds
// 26 ns to every later retain of the object. They use the runtime's unowned count, like `unowned`.
// `stategraph_unowned_retain` keeps the memory of an object allocated, but not the object alive,
// until the matching release. `stategraph_try_retain` returns the object retained, or NULL if it is
// being deallocated or has been.
void *_Nullable stategraph_try_retain(void *_Nonnull object);
void stategraph_unowned_retain(void *_Nonnull object);
void stategraph_unowned_release(void *_Nonnull object);

// The task that the calling thread runs, or NULL if it runs none. The pointer identifies the task
// as long as the task exists.
void *_Nullable stategraph_current_task(void);

// Returns whether the calling thread runs a job of a serial executor. `identity` and
// `implementation` are the two words of the executor.
bool stategraph_is_current_executor(void *_Nullable identity, uintptr_t implementation);

// Returns an address near the current end of the calling thread's stack.
static inline uintptr_t stategraph_frame_address(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

// Returns the lowest address of the calling thread's stack, or 0 if the system cannot determine it.
uintptr_t stategraph_stack_base(void);

// Calls `function` with `argument` on the calling thread, but on the `size` bytes of stack at
// `base`.
void stategraph_call_on_stack(void *_Nonnull base, size_t size,
                              void (*_Nonnull function)(void *_Nonnull), void *_Nonnull argument);

#endif
