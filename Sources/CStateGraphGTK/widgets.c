// Functions for macros and variadic functions of GTK, which Swift cannot call, and for pictures of
// widgets.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

void stategraph_gtk_set_accessible_name(void *widget, const char *name) {
  if (name) {
    gtk_accessible_update_property(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  } else {
    gtk_accessible_reset_property(widget, GTK_ACCESSIBLE_PROPERTY_LABEL);
  }
}

bool stategraph_gtk_has_accessible_name(void *widget, const char *name) {
  char *difference =
      gtk_test_accessible_check_property(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name, NULL);
  bool has_name = difference == NULL;
  g_free(difference);
  return has_name;
}

void stategraph_gtk_set_text_property(void *widget, const char *name, const char *text) {
  g_object_set(widget, name, text, NULL);
}

void stategraph_gtk_set_accessible_description(void *widget, const char *description) {
  if (description) {
    gtk_accessible_update_property(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  } else {
    gtk_accessible_reset_property(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  }
}

bool stategraph_gtk_has_accessible_description(void *widget, const char *description) {
  char *difference = gtk_test_accessible_check_property(
      widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, NULL);
  bool has_description = difference == NULL;
  g_free(difference);
  return has_description;
}

void stategraph_gtk_set_invalid(void *widget, bool is_invalid) {
  gtk_accessible_update_state(
      widget, GTK_ACCESSIBLE_STATE_INVALID,
      is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

bool stategraph_gtk_is_invalid(void *widget) {
  char *difference = gtk_test_accessible_check_state(widget, GTK_ACCESSIBLE_STATE_INVALID,
                                                     GTK_ACCESSIBLE_INVALID_TRUE, NULL);
  bool is_invalid = difference == NULL;
  g_free(difference);
  return is_invalid;
}

bool stategraph_gtk_is_button(void *widget) { return GTK_IS_BUTTON(widget); }
bool stategraph_gtk_is_label(void *widget) { return GTK_IS_LABEL(widget); }
bool stategraph_gtk_is_entry(void *widget) { return GTK_IS_ENTRY(widget); }
bool stategraph_gtk_is_check_button(void *widget) { return GTK_IS_CHECK_BUTTON(widget); }
bool stategraph_gtk_is_drop_down(void *widget) { return GTK_IS_DROP_DOWN(widget); }
bool stategraph_gtk_is_progress_bar(void *widget) { return GTK_IS_PROGRESS_BAR(widget); }

void *stategraph_gtk_canvas_new(void) {
  return g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}

void stategraph_gtk_set_dark(int is_dark) {
  GtkSettings *settings = gtk_settings_get_default();
  if (!settings) return;
  if (is_dark < 0) {
    gtk_settings_reset_property(settings, "gtk-application-prefer-dark-theme");
  } else {
    g_object_set(settings, "gtk-application-prefer-dark-theme", (gboolean)is_dark, NULL);
  }
}

bool stategraph_gtk_are_animations_enabled(void) {
  GtkSettings *settings = gtk_settings_get_default();
  gboolean enabled = FALSE;
  if (settings) g_object_get(settings, "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

void stategraph_gtk_set_animations_enabled(bool enabled) {
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) g_object_set(settings, "gtk-enable-animations", (gboolean)enabled, NULL);
}

bool stategraph_gtk_save_png(void *widget, const char *path) {
  GtkNative *native = gtk_widget_get_native(widget);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (!native || width <= 0 || height <= 0) return false;
  GdkPaintable *paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_object_unref(paintable);
  GskRenderer *renderer = gtk_native_get_renderer(native);
  if (!node) return false;
  bool is_saved = false;
  if (renderer) {
    GdkTexture *texture = gsk_renderer_render_texture(
        renderer, node, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    is_saved = gdk_texture_save_to_png(texture, path);
    g_object_unref(texture);
  }
  gsk_render_node_unref(node);
  return is_saved;
}

bool stategraph_gtk_bounds(void *widget, double *x, double *y, double *width, double *height) {
  GtkRoot *root = gtk_widget_get_root(widget);
  graphene_rect_t bounds;
  if (!root || !gtk_widget_compute_bounds(widget, GTK_WIDGET(root), &bounds)) return false;
  double left = 0, top = 0;
  gtk_native_get_surface_transform(GTK_NATIVE(root), &left, &top);
  *x = left + bounds.origin.x;
  *y = top + bounds.origin.y;
  *width = bounds.size.width;
  *height = bounds.size.height;
  return true;
}

#endif
