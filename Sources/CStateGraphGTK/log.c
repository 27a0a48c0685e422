// Passes GLib's warnings and critical messages to a function, so that tests can fail because of
// them.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <glib.h>
#include <string.h>

static void (*watcher)(bool is_critical, const char *message);

static GLogWriterOutput write_message(GLogLevelFlags level, const GLogField *fields, gsize count,
                                      gpointer data) {
  bool is_critical = (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0;
  if (is_critical || (level & G_LOG_LEVEL_WARNING)) {
    for (gsize index = 0; index < count; index++) {
      if (strcmp(fields[index].key, "MESSAGE") == 0) watcher(is_critical, fields[index].value);
    }
  }
  return g_log_writer_default(level, fields, count, data);
}

void stategraph_gtk_watch_log(void (*handler)(bool is_critical, const char *message)) {
  watcher = handler;
  g_log_set_writer_func(write_message, NULL, NULL);
}

#endif
