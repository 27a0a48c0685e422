// GTK 4. Only the package trait GTK needs it.

#ifndef STATEGRAPH_CGTK_SHIM_H
#define STATEGRAPH_CGTK_SHIM_H

#include <gtk/gtk.h>

#endif
