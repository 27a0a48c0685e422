// The end of the process when its display goes away.

#if __has_include(<gtk/gtk.h>)

#define _GNU_SOURCE

#include "CStateGraphGTK.h"

#include <dlfcn.h>
#include <sysexits.h>
#include <unistd.h>

// Xlib calls this function when the connection to the X server has broken, and requires that it does
// not return. GDK's own function ends the process without a message. Functions that run at the exit
// of the process could use the display, so they are left out.
static int display_was_lost(void *display) {
  static const char message[] =
      "The display has gone away, for example because the desktop session has ended.\n";
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  _exit(EX_UNAVAILABLE);
}

void stategraph_gtk_report_lost_display(void) {
  // GTK loads Xlib if it was built for X11. Otherwise, this function does nothing.
  int (*(*set_handler)(int (*handler)(void *display)))(void *display) =
      dlsym(RTLD_DEFAULT, "XSetIOErrorHandler");
  if (set_handler) set_handler(display_was_lost);
}

#endif
