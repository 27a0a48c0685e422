// The application of GIO, by which the processes of one app find each other on the session bus.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

typedef struct {
  stategraph_gtk_link_handler handler;
  void *data;
  void (*release)(void *data);
} receiver;

static void receiver_free(gpointer data, GClosure *closure) {
  receiver *old = data;
  old->release(old->data);
  g_free(old);
}

static void opened(GApplication *application, GFile **files, int count, const char *hint,
                   gpointer data) {
  receiver *now = data;
  for (int index = 0; index < count; index++) {
    // A file of an unknown scheme keeps the text of its URI.
    char *uri = g_file_get_uri(files[index]);
    now->handler(now->data, uri);
    g_free(uri);
  }
}

static void activated(GApplication *application, gpointer data) {
  receiver *now = data;
  now->handler(now->data, NULL);
}

// Takes over `error`, and returns its message, which the caller frees with `g_free`.
static char *message_of(GError *error) {
  char *message = g_strdup(error ? error->message : "no message");
  g_clear_error(&error);
  return message;
}

typedef struct {
  GApplication *application;
  // NULL without a session bus.
  GDBusConnection *bus;
  bool is_second;
} registration;

// Whether a process owns the name on the bus. `g_application_register` would also find the owner,
// but then waits 25 seconds for a description of its actions.
static bool has_owner(GDBusConnection *bus, const char *name) {
  GVariant *answer = g_dbus_connection_call_sync(
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      g_variant_new("(s)", name), G_VARIANT_TYPE("(b)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  if (!answer) return false;
  gboolean is_owned = FALSE;
  g_variant_get(answer, "(b)", &is_owned);
  g_variant_unref(answer);
  return is_owned;
}

void *stategraph_gtk_register(const char *identifier, stategraph_gtk_link_handler handler,
                              void *data, void (*release)(void *data), char **message) {
  registration *made = g_new0(registration, 1);
  made->application = g_application_new(identifier, G_APPLICATION_HANDLES_OPEN);
  receiver *new = g_new(receiver, 1);
  *new = (receiver){handler, data, release};
  g_signal_connect_data(made->application, "open", G_CALLBACK(opened), new, receiver_free, 0);
  g_signal_connect(made->application, "activate", G_CALLBACK(activated), new);
  made->bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (made->bus && has_owner(made->bus, identifier)) {
    made->is_second = true;
    return made;
  }
  GError *error = NULL;
  if (!g_application_register(made->application, NULL, &error)) {
    *message = message_of(error);
    stategraph_gtk_unregister(made);
    return NULL;
  }
  // Another process can have become the owner since the question.
  made->is_second = g_application_get_is_remote(made->application);
  return made;
}

bool stategraph_gtk_is_second(void *data) {
  registration *made = data;
  return made->is_second;
}

char *stategraph_gtk_hand_over(void *data, const char *uri, int timeout_milliseconds) {
  registration *made = data;
  GVariantBuilder platform_data;
  g_variant_builder_init(&platform_data, G_VARIANT_TYPE("a{sv}"));
  GVariant *arguments;
  if (uri) {
    const char *uris[] = {uri, NULL};
    arguments = g_variant_new("(^asa{sv})", uris, &platform_data);
  } else {
    arguments = g_variant_new("(a{sv})", &platform_data);
  }
  // The path of an app is its identifier with slashes, and `_` for `-`.
  const char *identifier = g_application_get_application_id(made->application);
  char *path = g_strdelimit(g_strconcat("/", identifier, NULL), ".", '/');
  g_strdelimit(path, "-", '_');
  // The call waits for an answer. `g_application_open` does not: it would lose the link without an
  // error if the first process ended just now.
  GError *error = NULL;
  GVariant *answer = g_dbus_connection_call_sync(
      made->bus, identifier, path, "org.freedesktop.Application", uri ? "Open" : "Activate",
      arguments, NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout_milliseconds, NULL, &error);
  g_free(path);
  if (!answer) return message_of(error);
  g_variant_unref(answer);
  return NULL;
}

void stategraph_gtk_unregister(void *data) {
  registration *old = data;
  g_object_unref(old->application);
  g_clear_object(&old->bus);
  g_free(old);
}

void stategraph_gtk_free(void *memory) { g_free(memory); }

#endif
