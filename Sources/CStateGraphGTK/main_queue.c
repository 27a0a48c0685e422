// Runs the main queue, and with it Swift's main actor, on GLib's event loop.
//
// All undocumented entry points of Swift's runtime and of libdispatch that the module uses are
// declared in this file. The declarations are weak: with a toolchain that lacks an entry point, the
// program links, and stategraph_gtk_missing_entry_point names it.

#if __has_include(<gtk/gtk.h>)

#define _GNU_SOURCE

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

#include <glib-unix.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *message) __attribute__((weak));

// The type of a function that Swift's runtime calls in place of its own loop when an asynchronous
// `main` waits.
typedef __attribute__((swiftcall)) void (*drain_hook)(void *original, void *compatibility);
extern drain_hook swift_task_asyncMainDrainQueue_hook __attribute__((weak));

static uint64_t turns = 0;
static bool hook_has_run = false;

const char *stategraph_gtk_missing_entry_point(void) {
  if (!_dispatch_get_main_queue_handle_4CF) return "_dispatch_get_main_queue_handle_4CF";
  if (!_dispatch_main_queue_callback_4CF) return "_dispatch_main_queue_callback_4CF";
  if (!&swift_task_asyncMainDrainQueue_hook) return "swift_task_asyncMainDrainQueue_hook";
  return NULL;
}

bool stategraph_gtk_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

uint64_t stategraph_gtk_iteration_count(void) { return turns; }
bool stategraph_gtk_hook_has_run(void) { return hook_has_run; }

// MARK: Work that the loop does when it is idle

// GTK does some of its work in idle sources of GLib, for example when it makes a program known to
// screen readers. GLib runs them only if no source of a higher priority is ready. Jobs of the main
// queue that follow each other without a pause, such as those of a list during an import, would stop
// this work. Therefore, after MAX_WAIT microseconds, the main queue gets the priority of idle sources
// until they have run, or for MAX_TURN milliseconds.
#define MAX_WAIT 50000
#define MAX_TURN 10

static GSource *main_queue = NULL;
static gint64 waiting_since = 0;
static bool is_waiting = false;
// The timeout that ends the turn of idle sources. 0 if they do not have a turn.
static guint turn_end = 0;

static gboolean end_turn(gpointer data);

static void set_idle_turn(bool is_idle) {
  if (is_idle == (turn_end != 0)) return;
  if (is_idle) {
    turn_end = g_timeout_add(MAX_TURN, end_turn, NULL);
  } else {
    g_source_remove(turn_end);
    turn_end = 0;
  }
  // The main queue usually has the same priority as painting, so GLib alternates between them. Jobs
  // that start new jobs again and again can therefore not stop the painting. Input has a higher
  // priority.
  g_source_set_priority(main_queue, is_idle ? G_PRIORITY_DEFAULT_IDLE : GDK_PRIORITY_REDRAW);
}

static gboolean did_run_idle(gpointer data) {
  is_waiting = false;
  set_idle_turn(false);
  return G_SOURCE_REMOVE;
}

static gboolean end_turn(gpointer data) {
  set_idle_turn(false);
  waiting_since = g_get_monotonic_time();
  return G_SOURCE_REMOVE;
}

static void give_idle_turn(void) {
  gint64 now = g_get_monotonic_time();
  if (!is_waiting) {
    is_waiting = true;
    waiting_since = now;
    g_idle_add(did_run_idle, NULL);
  } else if (now - waiting_since > MAX_WAIT) {
    set_idle_turn(true);
  }
}

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t count;
  // The read resets the descriptor, and does not block. The number that it returns is not needed.
  (void)!read(descriptor, &count, sizeof count);
  turns += 1;
  _dispatch_main_queue_callback_4CF(NULL);
  give_idle_turn();
  return G_SOURCE_CONTINUE;
}

bool stategraph_gtk_attach_main_queue(void) {
  static bool is_attached = false;
  if (is_attached) return true;
  int descriptor = _dispatch_get_main_queue_handle_4CF();
  if (descriptor < 0) return false;
  main_queue = g_unix_fd_source_new(descriptor, G_IO_IN);
  g_source_set_priority(main_queue, GDK_PRIORITY_REDRAW);
  g_source_set_callback(main_queue, G_SOURCE_FUNC(drain), NULL, NULL);
  g_source_set_name(main_queue, "main queue");
  g_source_attach(main_queue, NULL);
  is_attached = true;
  return true;
}

// Runs GLib's loop while an asynchronous `main` waits. This function never returns: the task of
// `main` ends the process with `exit`.
static __attribute__((swiftcall)) void run_loop(void *original, void *compatibility) {
  hook_has_run = true;
  if (stategraph_gtk_missing_entry_point() || !stategraph_gtk_attach_main_queue()) abort();
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
  abort();
}

__attribute__((constructor)) static void install_hook(void) {
  if (&swift_task_asyncMainDrainQueue_hook) swift_task_asyncMainDrainQueue_hook = run_loop;
}

#endif
