// The C functions of StateGraphGTK. They use undocumented entry points of Swift and libdispatch,
// and GTK's macros and variadic functions, which Swift cannot call.
//
// Pointers to GTK's objects have the type `void *`, so that this header does not include GTK's
// headers. Without the package trait GTK, the functions are not compiled.

#ifndef STATEGRAPH_GTK_H
#define STATEGRAPH_GTK_H

#include <stdbool.h>
#include <stdint.h>

// MARK: display.c

/// Makes the process end with a message and the exit code 69 (`EX_UNAVAILABLE`) when the X server that
/// shows its windows ends. Call it after the display was opened.
void stategraph_gtk_report_lost_display(void);

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

/// Calls `handler` each time a key is pressed while the focus is in a widget. GTK handles the key, too,
/// if `handler` returns false.
void stategraph_gtk_add_local_shortcut(void *widget, const char *trigger,
                                       stategraph_gtk_handler handler, void *data,
                                       void (*release)(void *data));

/// Lets a key such as `<Control>f` use a widget as its mnemonic does: it presses a button, and moves
/// the focus to an entry. `name` identifies the key among those of the widget. Replaces the key that
/// was set under this name. NULL, or a key that GTK does not know, removes it.
void stategraph_gtk_set_shortcut(void *widget, const char *name, const char *trigger);

/// Calls `handler` each time the focus leaves a widget.
void stategraph_gtk_add_focus_loss(void *widget, stategraph_gtk_handler handler, void *data,
                                   void (*release)(void *data));

/// A function that gets the data of its owner, and a place in a widget, in pixels.
typedef void (*stategraph_gtk_place_handler)(void *data, double x, double y);

/// Calls `handler` each time the right button of the mouse is pressed on a widget.
void stategraph_gtk_add_right_click(void *widget, stategraph_gtk_place_handler handler, void *data,
                                    void (*release)(void *data));

/// Lets a widget take the clicks on it, so that the widgets around it get none.
void stategraph_gtk_claim_clicks(void *widget);

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

/// Sets a property of a widget whose value is a text.
void stategraph_gtk_set_text_property(void *widget, const char *name, const char *text);

/// Sets the accessible description of a widget. NULL removes it.
void stategraph_gtk_set_accessible_description(void *widget, const char *description);
bool stategraph_gtk_has_accessible_description(void *widget, const char *description);

/// Sets whether assistive technology says that the value of a widget is invalid.
void stategraph_gtk_set_invalid(void *widget, bool is_invalid);
bool stategraph_gtk_is_invalid(void *widget);

bool stategraph_gtk_is_button(void *widget);
bool stategraph_gtk_is_label(void *widget);
bool stategraph_gtk_is_entry(void *widget);
bool stategraph_gtk_is_check_button(void *widget);
bool stategraph_gtk_is_drop_down(void *widget);
bool stategraph_gtk_is_progress_bar(void *widget);

/// Creates a `GtkDrawingArea` with the role of an image.
void *stategraph_gtk_canvas_new(void);

/// Makes all windows dark (1) or light (0), or as the settings of the user say (-1).
void stategraph_gtk_set_dark(int is_dark);

/// Whether the settings of the desktop allow animations.
bool stategraph_gtk_are_animations_enabled(void);
void stategraph_gtk_set_animations_enabled(bool enabled);

/// Writes a picture of a widget on the screen to a PNG file. Returns false if the widget shows
/// nothing or the file cannot be written.
bool stategraph_gtk_save_png(void *widget, const char *path);

/// Computes the position and the size of a widget in the surface of its window. Returns false if
/// the widget is not in a window.
bool stategraph_gtk_bounds(void *widget, double *x, double *y, double *width, double *height);

// MARK: menu.c

/// A function that gets the data of its owner, and the index of a command.
typedef void (*stategraph_gtk_choice_handler)(void *data, int index);

/// Opens a menu at a place of a widget. It shows `count` commands. `handler` gets the index of the
/// command that the user chooses. The function copies the titles.
void stategraph_gtk_open_menu(void *widget, double x, double y, const char *const *titles,
                              const bool *are_enabled, int count,
                              stategraph_gtk_choice_handler handler, void *data,
                              void (*release)(void *data));

/// Closes the menu of a widget, if one is open.
void stategraph_gtk_close_menu(void *widget);

// MARK: list_model.c

/// The functions of the owner of a list model. GTK calls them on the main thread only.
typedef struct {
  /// Returns the number of rows.
  unsigned (*count)(void *owner);
  /// Returns a new reference to the object of the row at a position.
  void *(*row)(void *owner, unsigned position);
  bool (*is_selected)(void *owner, unsigned position);
  /// Changes the selection. The sets are `GtkBitset *`. The positions in `changed` are selected if
  /// they are in `selected`, and otherwise not selected. `is_everything` tells whether `changed`
  /// contains all rows.
  void (*select)(void *owner, void *selected, void *changed, bool is_everything);
  void (*activate)(void *owner, unsigned position);
  /// A `GtkListItem *` shows a row object in a column. It shows one after another.
  void (*bind)(void *owner, void *item, void *row, int column);
  /// The `GtkListItem *` shows no further row.
  void (*teardown)(void *owner, void *item);
  /// The user has dropped a row object before or after the row of a `GtkListItem *`. Returns false
  /// if the row cannot be moved there.
  bool (*drop)(void *owner, void *row, void *item, bool is_after);
  /// The user has clicked the header of a column. The direction is the one that GTK proposes.
  void (*sort)(void *owner, int column, bool is_descending);
} stategraph_gtk_list_functions;

/// Creates the object of a row. GLib calls `release` with `data` when nothing refers to it any more.
void *stategraph_gtk_row_new(void *data, void (*release)(void *data));
void *stategraph_gtk_row_data(void *row);

/// Creates a list model, which is also its own selection model. The caller owns the reference.
void *stategraph_gtk_list_new(void *owner, stategraph_gtk_list_functions functions);

/// Ends the use of the owner. The model is empty from then on, and calls no function.
void stategraph_gtk_list_end(void *list);

/// Announces that rows were removed and inserted at a position.
void stategraph_gtk_list_changed(void *list, unsigned position, unsigned removed, unsigned added);

/// Announces that some of `count` rows from a position on were selected or are no longer selected.
void stategraph_gtk_list_selection_changed(void *list, unsigned position, unsigned count);

/// Creates a `GtkListView` for a list model. The owner's functions create its row widgets.
void *stategraph_gtk_list_view_new(void *list);

/// Creates a `GtkColumnView` for a list model. It has no columns yet.
void *stategraph_gtk_column_view_new(void *list);

/// Returns the `GtkListView *` with the rows of a `GtkColumnView`.
void *stategraph_gtk_column_view_rows(void *view);

/// Adds a column. The owner's functions get its index, `column`.
///
/// If `is_sortable` is true, a click on the header calls the function `sort` of the owner. The column
/// has the given width in pixels, or expands if the width is 0.
void stategraph_gtk_add_column(void *view, void *list, int column, const char *title,
                               bool is_sortable, int width);

/// Shows in the headers by which column the rows are sorted. -1 for none.
void stategraph_gtk_show_sorting(void *view, int column, bool is_descending);

/// Lets the user drag the row of a `GtkListItem *` by its widget, and drop other rows there.
void stategraph_gtk_make_movable(void *list, void *item, void *widget);

/// Scrolls a `GtkListView` until the row at a position is visible.
void stategraph_gtk_scroll_to(void *view, unsigned position);

// MARK: log.c

/// Calls `handler` with each warning and each critical message of GLib. Call this function at most
/// once in a process.
void stategraph_gtk_watch_log(void (*handler)(bool is_critical, const char *message));

#endif
