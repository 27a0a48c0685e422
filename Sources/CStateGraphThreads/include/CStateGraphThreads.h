// What the graph keeps for each thread and for the process, as plain words reached without a call:
// Swift has no thread-local variables, `pthread_getspecific` costs three times as much, and a
// global Swift variable is checked for exclusive access on every use.

#ifndef STATEGRAPH_CTHREADS_H
#define STATEGRAPH_CTHREADS_H

#include <stddef.h>
#include <stdint.h>

// How many nodes a thread can be seen to change in place at once, one inside the other.
#define STATEGRAPH_MUTATION_LIMIT 8

typedef struct {
  // The evaluation that reads on this thread are recorded for, or NULL. Points into the stack.
  void *_Nullable tracking;
  // The innermost evaluation on this thread, recorded for or not, or NULL. Points into the stack.
  void *_Nullable running;
  // The collector of `onChange` calls, or NULL. Points to its owner's object.
  void *_Nullable registration;
  // The stored nodes that this thread is changing in place, `mutation_count` of them.
  void *_Nullable mutations[STATEGRAPH_MUTATION_LIMIT];
  // Observers to call when the outermost batch or delivery of this thread ends: a list, retained.
  void *_Nullable first_delivery;
  void *_Nullable last_delivery;
  // Nodes to release when the outermost release of this thread ends, or NULL. Points to its owner's
  // object.
  void *_Nullable releases;
  // What to let go of when the outermost evaluation of this thread ends, or NULL. Retained.
  void *_Nullable deferred_releases;
  // The state that the entity being made on this thread is to adopt, unretained, or NULL.
  void *_Nullable loading;
  // What computed nodes came out as inside the write that this thread is in, or NULL. Points to its
  // owner's object.
  void *_Nullable uncommitted_results;
  // Observers to call that wait in another thread's list too, or NULL. Retained.
  void *_Nullable additional_deliveries;
  // The recorder of `withGraphTrace`, or NULL. Points to its owner's object.
  void *_Nullable trace;
  // Who hears of the observers that are called because of what this thread publishes, or NULL.
  // Points to its owner's object.
  void *_Nullable delivery_log;
  // The lowest address at which a closure may still begin on the current stack, or 0 for unknown.
  uintptr_t stack_limit;
  // The number of the last evaluation that began on this thread.
  uint64_t last_run;
  // Tells this thread from every other that there has been, or 0 before somebody asks. The address
  // of this struct does not: a new thread gets that of one that is gone.
  uint64_t number;
  // Counts the changes that this thread has published.
  uint64_t change_count;
  // Counts the closures that this thread gave up running again.
  uint32_t given_up_count;
  uint32_t mutation_count;
  uint32_t batch_depth;
  uint32_t uncommitted_depth;
  uint32_t is_delivering;
  uint32_t stack_segment_count;
  // Counts the accesses that Observation has recorded for ObservationProbe.
  uint32_t observation_probe;
} stategraph_thread_state;

extern _Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));

static inline stategraph_thread_state *_Nonnull stategraph_thread_current(void) {
  return &stategraph_thread;
}

typedef struct {
  // Counts changes.
  uint64_t epoch;
  // Counts removals of edges: as long as it stands still, what was reached by edges is alive.
  uint64_t drop_count;
} stategraph_shared_state;

// What the process shares, guarded by the lock.
extern stategraph_shared_state stategraph_shared;

static inline stategraph_shared_state *_Nonnull stategraph_shared_current(void) {
  return &stategraph_shared;
}

// The lock: 0 free, 1 held, 2 held and waited for. Apart from what it guards, because a change of a
// field counts as one of the whole struct.
extern uint32_t stategraph_lock_word;

static inline uint32_t *_Nonnull stategraph_lock_current(void) { return &stategraph_lock_word; }

// Whether reads have to look for Swift's Observation. Only ever set.
extern int32_t stategraph_observation_word;

static inline int32_t stategraph_is_observation_in_use(void) {
  return __atomic_load_n(&stategraph_observation_word, __ATOMIC_RELAXED);
}

static inline void stategraph_use_observation(void) {
  __atomic_store_n(&stategraph_observation_word, 1, __ATOMIC_RELAXED);
}

// Sleeps while `word` is `value`, or not at all; wakes one sleeper.
void stategraph_futex_wait(const uint32_t *_Nonnull word, uint32_t value);
void stategraph_futex_wake(const uint32_t *_Nonnull word);

// Weak references to Swift objects without the side table that `weak` makes (48 bytes, and 26 ns
// for every retain of the object ever after). By the runtime's own unowned count, which `unowned`
// uses: `stategraph_unowned_retain` keeps the memory of an object, not the object, until the
// matching release; `stategraph_try_retain` returns the object retained, or NULL if it is dying or
// dead.
void *_Nullable stategraph_try_retain(void *_Nonnull object);
void stategraph_unowned_retain(void *_Nonnull object);
void stategraph_unowned_release(void *_Nonnull object);

// Where the caller's stack ends now, near enough.
static inline uintptr_t stategraph_frame_address(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

// Returns the lowest address of the calling thread's stack, or 0 if the system does not say.
uintptr_t stategraph_stack_base(void);

// Calls `function` with `argument` on the calling thread, but on the `size` bytes of stack at
// `base`.
void stategraph_call_on_stack(void *_Nonnull base, size_t size,
                              void (*_Nonnull function)(void *_Nonnull), void *_Nonnull argument);

#endif
