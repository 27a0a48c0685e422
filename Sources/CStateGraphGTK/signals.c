// Connects handlers to signals, keys and gestures. With `G_CONNECT_SWAPPED`, GLib passes the
// handler's data as the first argument, and the handler ignores the arguments of the signal after
// it.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

typedef struct {
  stategraph_gtk_handler handler;
  void *data;
  void (*release)(void *data);
} action;

static action *action_new(stategraph_gtk_handler handler, void *data, void (*release)(void *)) {
  action *new = g_new(action, 1);
  *new = (action){handler, data, release};
  return new;
}

static void action_free(gpointer data) {
  action *old = data;
  old->release(old->data);
  g_free(old);
}

static void action_free_closure(gpointer data, GClosure *closure) { action_free(data); }

static gboolean perform(gpointer data) {
  action *now = data;
  return now->handler(now->data);
}

unsigned long stategraph_gtk_connect(void *object, const char *signal,
                                     stategraph_gtk_handler handler, void *data,
                                     void (*release)(void *)) {
  return g_signal_connect_data(object, signal, G_CALLBACK(perform),
                               action_new(handler, data, release), action_free_closure,
                               G_CONNECT_SWAPPED);
}

static gboolean perform_shortcut(GtkWidget *widget, GVariant *arguments, gpointer data) {
  return perform(data);
}

static void add_shortcut(void *widget, GtkShortcutScope scope, const char *trigger,
                         stategraph_gtk_handler handler, void *data, void (*release)(void *)) {
  GtkEventController *controller = gtk_shortcut_controller_new();
  gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(controller), scope);
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(controller),
      gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger),
                       gtk_callback_action_new(perform_shortcut, action_new(handler, data, release),
                                               action_free)));
  gtk_widget_add_controller(widget, controller);
}

void stategraph_gtk_add_shortcut(void *widget, const char *trigger,
                                 stategraph_gtk_handler handler, void *data,
                                 void (*release)(void *)) {
  add_shortcut(widget, GTK_SHORTCUT_SCOPE_GLOBAL, trigger, handler, data, release);
}

void stategraph_gtk_add_local_shortcut(void *widget, const char *trigger,
                                       stategraph_gtk_handler handler, void *data,
                                       void (*release)(void *)) {
  add_shortcut(widget, GTK_SHORTCUT_SCOPE_LOCAL, trigger, handler, data, release);
}

void stategraph_gtk_set_shortcut(void *widget, const char *name, const char *trigger) {
  GtkEventController *old = g_object_get_data(G_OBJECT(widget), name);
  if (old) gtk_widget_remove_controller(widget, old);
  g_object_set_data(G_OBJECT(widget), name, NULL);
  GtkShortcutTrigger *parsed = trigger ? gtk_shortcut_trigger_parse_string(trigger) : NULL;
  if (!parsed) return;
  GtkEventController *controller = gtk_shortcut_controller_new();
  gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(controller),
      gtk_shortcut_new(parsed, g_object_ref(gtk_mnemonic_action_get())));
  gtk_widget_add_controller(widget, controller);
  g_object_set_data(G_OBJECT(widget), name, controller);
}

void stategraph_gtk_add_focus_loss(void *widget, stategraph_gtk_handler handler, void *data,
                                   void (*release)(void *)) {
  GtkEventController *controller = gtk_event_controller_focus_new();
  stategraph_gtk_connect(controller, "leave", handler, data, release);
  gtk_widget_add_controller(widget, controller);
}

typedef struct {
  stategraph_gtk_place_handler handler;
  void *data;
  void (*release)(void *data);
} place_action;

static void free_place_action(gpointer data, GClosure *closure) {
  place_action *old = data;
  old->release(old->data);
  g_free(old);
}

static void right_clicked(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  place_action *now = data;
  gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  now->handler(now->data, x, y);
}

void stategraph_gtk_add_right_click(void *widget, stategraph_gtk_place_handler handler, void *data,
                                    void (*release)(void *)) {
  GtkGesture *gesture = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), GDK_BUTTON_SECONDARY);
  place_action *new = g_new(place_action, 1);
  *new = (place_action){handler, data, release};
  g_signal_connect_data(gesture, "pressed", G_CALLBACK(right_clicked), new, free_place_action, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

static void claim(GtkGesture *gesture) {
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

void stategraph_gtk_claim_clicks(void *widget) {
  GtkGesture *gesture = gtk_gesture_click_new();
  g_signal_connect(gesture, "pressed", G_CALLBACK(claim), NULL);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

void stategraph_gtk_add_mouse_button(void *widget, unsigned button,
                                     stategraph_gtk_handler handler, void *data,
                                     void (*release)(void *)) {
  GtkGesture *gesture = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), button);
  stategraph_gtk_connect(gesture, "pressed", handler, data, release);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

static void swiped(GtkGestureSwipe *gesture, double x, double y, gpointer data) {
  // `x` and `y` are speeds in pixels per second. The swipe must go clearly to the right, and not up
  // or down.
  if (x > 300 && x > 2 * ABS(y)) perform(data);
}

void stategraph_gtk_add_swipe_right(void *widget, stategraph_gtk_handler handler, void *data,
                                    void (*release)(void *)) {
  GtkGesture *gesture = gtk_gesture_swipe_new();
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(gesture), TRUE);
  g_signal_connect_data(gesture, "swipe", G_CALLBACK(swiped), action_new(handler, data, release),
                        action_free_closure, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

static void pressed_for_long(GtkGesture *gesture, double x, double y, gpointer data) {
  // Without this claim, GTK would report a click when the button is released.
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  perform(data);
}

void stategraph_gtk_add_long_press(void *widget, stategraph_gtk_handler handler, void *data,
                                   void (*release)(void *)) {
  GtkGesture *gesture = gtk_gesture_long_press_new();
  g_signal_connect_data(gesture, "pressed", G_CALLBACK(pressed_for_long),
                        action_new(handler, data, release), action_free_closure, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
}

static gboolean perform_once(gpointer data) {
  perform(data);
  return G_SOURCE_REMOVE;
}

void stategraph_gtk_when_idle(stategraph_gtk_handler handler, void *data,
                              void (*release)(void *)) {
  g_idle_add_full(G_PRIORITY_LOW, perform_once, action_new(handler, data, release), action_free);
}

void stategraph_gtk_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

static gboolean before_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  return perform(data) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void stategraph_gtk_before_frames(void *widget, stategraph_gtk_handler handler, void *data,
                                  void (*release)(void *)) {
  gtk_widget_add_tick_callback(widget, before_frame, action_new(handler, data, release),
                               action_free);
}

#endif
