// Context menus.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

static const char *const menu_key = "stategraph-menu";

typedef struct {
  stategraph_gtk_choice_handler handler;
  void *data;
  void (*release)(void *data);
} choice;

static void choice_free(gpointer data) {
  choice *old = data;
  old->release(old->data);
  g_free(old);
}

static void chosen(GSimpleAction *action, GVariant *parameter, gpointer data) {
  GObject *group = data;
  choice *now = g_object_get_data(group, "stategraph-choice");
  int index = atoi(g_action_get_name(G_ACTION(action)));
  now->handler(now->data, index);
}

// GTK runs the action of a command after it has closed the menu, so the menu is removed later.
static gboolean remove_closed(gpointer data) {
  GtkWidget *menu = data;
  GtkWidget *widget = gtk_widget_get_parent(menu);
  if (widget && g_object_get_data(G_OBJECT(widget), menu_key) == menu)
    stategraph_gtk_close_menu(widget);
  return G_SOURCE_REMOVE;
}

static void closed(GtkPopover *menu, gpointer data) {
  g_idle_add_full(G_PRIORITY_LOW, remove_closed, g_object_ref(menu), g_object_unref);
}

void stategraph_gtk_close_menu(void *widget) {
  GtkWidget *menu = g_object_get_data(widget, menu_key);
  if (!menu) return;
  g_object_set_data(widget, menu_key, NULL);
  gtk_widget_unparent(menu);
}

void stategraph_gtk_open_menu(void *widget, double x, double y, const char *const *titles,
                              const bool *are_enabled, int count,
                              stategraph_gtk_choice_handler handler, void *data,
                              void (*release)(void *)) {
  stategraph_gtk_close_menu(widget);
  GMenu *model = g_menu_new();
  GSimpleActionGroup *actions = g_simple_action_group_new();
  choice *new = g_new(choice, 1);
  *new = (choice){handler, data, release};
  g_object_set_data_full(G_OBJECT(actions), "stategraph-choice", new, choice_free);
  for (int index = 0; index < count; index++) {
    char name[16];
    g_snprintf(name, sizeof name, "%d", index);
    GSimpleAction *action = g_simple_action_new(name, NULL);
    g_simple_action_set_enabled(action, are_enabled[index]);
    // The group owns the action, so the group exists when the action is performed.
    g_signal_connect(action, "activate", G_CALLBACK(chosen), actions);
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    g_object_unref(action);
    char *detailed = g_strconcat("menu.", name, NULL);
    g_menu_append(model, titles[index], detailed);
    g_free(detailed);
  }
  GtkWidget *menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(model));
  g_object_unref(model);
  gtk_widget_insert_action_group(menu, "menu", G_ACTION_GROUP(actions));
  g_object_unref(actions);
  gtk_widget_set_parent(menu, widget);
  gtk_widget_set_halign(menu, GTK_ALIGN_START);
  gtk_popover_set_has_arrow(GTK_POPOVER(menu), FALSE);
  gtk_popover_set_pointing_to(GTK_POPOVER(menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
  g_object_set_data(G_OBJECT(widget), menu_key, menu);
  g_signal_connect(menu, "closed", G_CALLBACK(closed), NULL);
  gtk_popover_popup(GTK_POPOVER(menu));
}

#endif
