// The C functions of StateGraphGTK. They use undocumented entry points of Swift and libdispatch,
// and GTK's macros and variadic functions, which Swift cannot call.
//
// Pointers to GTK's objects have the type `void *`, so that this header does not include GTK's
// headers. Without the package trait GTK, the functions are not compiled.

#ifndef STATEGRAPH_GTK_H
#define STATEGRAPH_GTK_H

#include <stdbool.h>
#include <stdint.h>

// MARK: main_queue.c

/// Returns the name of an entry point that this toolchain lacks. NULL if it has all of them.
const char *stategraph_gtk_missing_entry_point(void);

/// Whether the caller runs on the first thread of the process.
bool stategraph_gtk_is_main_thread(void);

/// Lets the default loop of GLib run the jobs of the main queue. Call it on the main thread. A
/// second call does nothing. Returns false if libdispatch gives no descriptor for the main queue.
bool stategraph_gtk_attach_main_queue(void);

/// Returns how many times the loop has run jobs of the main queue. Tests read this number.
uint64_t stategraph_gtk_iteration_count(void);

/// Whether an asynchronous `main` has waited in this process, so that GLib's loop runs in place of
/// the loop of Swift's runtime.
bool stategraph_gtk_hook_has_run(void);

// MARK: signals.c

/// A signal handler. GTK uses the result for signals that return a Boolean value, and otherwise
/// ignores it.
typedef int (*stategraph_gtk_handler)(void *data);

/// Connects a handler to a signal of an object. GLib calls `release` with `data` when the
/// connection ends, here and in the functions below.
unsigned long stategraph_gtk_connect(void *object, const char *signal,
                                     stategraph_gtk_handler handler, void *data,
                                     void (*release)(void *data));

/// Calls `handler` each time a key such as `<Alt>Left` is pressed in the window of a widget.
void stategraph_gtk_add_shortcut(void *widget, const char *trigger,
                                 stategraph_gtk_handler handler, void *data,
                                 void (*release)(void *data));

/// Calls `handler` each time a certain button of the mouse is pressed on a widget.
void stategraph_gtk_add_mouse_button(void *widget, unsigned button,
                                     stategraph_gtk_handler handler, void *data,
                                     void (*release)(void *data));

/// Calls `handler` each time a finger swipes to the right over a widget.
void stategraph_gtk_add_swipe_right(void *widget, stategraph_gtk_handler handler, void *data,
                                    void (*release)(void *data));

/// Calls `handler` each time a widget is pressed for a long time.
void stategraph_gtk_add_long_press(void *widget, stategraph_gtk_handler handler, void *data,
                                   void (*release)(void *data));

/// Calls `handler` once, when the loop has nothing else to do.
void stategraph_gtk_when_idle(stategraph_gtk_handler handler, void *data,
                              void (*release)(void *data));

/// Emits a signal of an object that has no arguments. Tests use it for the clicks of a user.
void stategraph_gtk_emit(void *object, const char *signal);

/// Calls `handler` before GTK draws each frame of a widget, until `handler` returns false.
void stategraph_gtk_before_frames(void *widget, stategraph_gtk_handler handler, void *data,
                                  void (*release)(void *data));

// MARK: application.c

/// A function that gets the data of its owner, and the URI that another process has handed over.
/// The URI is NULL if the other process had none.
typedef void (*stategraph_gtk_link_handler)(void *data, const char *uri);

/// Registers the process on the session bus as a process of the app `identifier`, which must be
/// valid, such as `org.example.Catalogue`. Without a session bus, the process is the first one.
///
/// GLib's loop calls `handler` for each link that a later process hands over, and for each later
/// start without a link. Returns NULL and sets `message` if the registration fails. The caller
/// frees the message with `stategraph_gtk_free`.
void *stategraph_gtk_register(const char *identifier, stategraph_gtk_link_handler handler,
                              void *data, void (*release)(void *data), char **message);

/// Whether another process of the app was registered before.
bool stategraph_gtk_is_second(void *application);

/// Hands a URI over to the first process, and waits for its answer. Without a URI, the first
/// process shows its window. Returns NULL on success, and otherwise a message, which the caller
/// frees with `stategraph_gtk_free`.
char *stategraph_gtk_hand_over(void *application, const char *uri, int timeout_milliseconds);

/// Ends the registration. `release` is called for the data of the handler.
void stategraph_gtk_unregister(void *application);

/// Frees a message of this file.
void stategraph_gtk_free(void *memory);

// MARK: widgets.c

/// Sets the accessible name of a widget. NULL removes it.
void stategraph_gtk_set_accessible_name(void *widget, const char *name);

/// Whether `name` is the accessible name of a widget.
bool stategraph_gtk_has_accessible_name(void *widget, const char *name);

bool stategraph_gtk_is_button(void *widget);
bool stategraph_gtk_is_label(void *widget);
bool stategraph_gtk_is_entry(void *widget);
bool stategraph_gtk_is_check_button(void *widget);
bool stategraph_gtk_is_drop_down(void *widget);
bool stategraph_gtk_is_progress_bar(void *widget);

/// Whether the settings of the desktop allow animations.
bool stategraph_gtk_are_animations_enabled(void);
void stategraph_gtk_set_animations_enabled(bool enabled);

/// Writes a picture of a widget on the screen to a PNG file. Returns false if the widget shows
/// nothing or the file cannot be written.
bool stategraph_gtk_save_png(void *widget, const char *path);

/// Computes the position and the size of a widget in the surface of its window. Returns false if
/// the widget is not in a window.
bool stategraph_gtk_bounds(void *widget, double *x, double *y, double *width, double *height);

// MARK: log.c

/// Calls `handler` with each warning and each critical message of GLib. Call this function at most
/// once in a process.
void stategraph_gtk_watch_log(void (*handler)(bool is_critical, const char *message));

#endif
