// The list model of StateGraphGTK: a GListModel whose rows Swift provides one by one, and which also
// is the selection model, because Swift selects rows by their identifiers. GTK's own selection
// models select by position, and ask for every row when rows are replaced.

#if __has_include(<gtk/gtk.h>)

#include "CStateGraphGTK.h"

#include <gtk/gtk.h>

// MARK: The object of a row

#define STATEGRAPH_TYPE_ROW (stategraph_row_get_type())
G_DECLARE_FINAL_TYPE(StategraphRow, stategraph_row, STATEGRAPH, ROW, GObject)

struct _StategraphRow {
  GObject parent;
  void *data;
  void (*release)(void *data);
};

G_DEFINE_TYPE(StategraphRow, stategraph_row, G_TYPE_OBJECT)

static void stategraph_row_finalize(GObject *object) {
  StategraphRow *row = STATEGRAPH_ROW(object);
  row->release(row->data);
  G_OBJECT_CLASS(stategraph_row_parent_class)->finalize(object);
}

static void stategraph_row_class_init(StategraphRowClass *class) {
  G_OBJECT_CLASS(class)->finalize = stategraph_row_finalize;
}

static void stategraph_row_init(StategraphRow *row) {}

void *stategraph_gtk_row_new(void *data, void (*release)(void *data)) {
  StategraphRow *row = g_object_new(STATEGRAPH_TYPE_ROW, NULL);
  row->data = data;
  row->release = release;
  return row;
}

void *stategraph_gtk_row_data(void *row) { return STATEGRAPH_ROW(row)->data; }

// MARK: The model

#define STATEGRAPH_TYPE_LIST (stategraph_list_get_type())
G_DECLARE_FINAL_TYPE(StategraphList, stategraph_list, STATEGRAPH, LIST, GObject)

struct _StategraphList {
  GObject parent;
  // NULL after `stategraph_gtk_list_end`. The model is then empty.
  void *owner;
  stategraph_gtk_list_functions functions;
};

static GType list_item_type(GListModel *model) { return G_TYPE_OBJECT; }

static guint list_count(GListModel *model) {
  StategraphList *list = STATEGRAPH_LIST(model);
  return list->owner ? list->functions.count(list->owner) : 0;
}

static gpointer list_item(GListModel *model, guint position) {
  StategraphList *list = STATEGRAPH_LIST(model);
  if (!list->owner || position >= list->functions.count(list->owner)) return NULL;
  return list->functions.row(list->owner, position);
}

static void list_model_init(GListModelInterface *interface) {
  interface->get_item_type = list_item_type;
  interface->get_n_items = list_count;
  interface->get_item = list_item;
}

static gboolean list_is_selected(GtkSelectionModel *model, guint position) {
  StategraphList *list = STATEGRAPH_LIST(model);
  return list->owner && position < list->functions.count(list->owner) &&
         list->functions.is_selected(list->owner, position);
}

// GTK implements its other functions for changes of the selection by this one.
static gboolean list_set_selection(GtkSelectionModel *model, GtkBitset *selected,
                                   GtkBitset *changed) {
  StategraphList *list = STATEGRAPH_LIST(model);
  if (!list->owner) return FALSE;
  guint count = list->functions.count(list->owner);
  bool is_everything = count > 0 && gtk_bitset_get_size_in_range(changed, 0, count - 1) == count;
  list->functions.select(list->owner, selected, changed, is_everything);
  return TRUE;
}

static void selection_model_init(GtkSelectionModelInterface *interface) {
  interface->is_selected = list_is_selected;
  interface->set_selection = list_set_selection;
}

G_DEFINE_TYPE_WITH_CODE(StategraphList, stategraph_list, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init)
                            G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, selection_model_init))

static void stategraph_list_class_init(StategraphListClass *class) {}
static void stategraph_list_init(StategraphList *list) {}

void *stategraph_gtk_list_new(void *owner, stategraph_gtk_list_functions functions) {
  StategraphList *list = g_object_new(STATEGRAPH_TYPE_LIST, NULL);
  list->owner = owner;
  list->functions = functions;
  return list;
}

void stategraph_gtk_list_end(void *list) { STATEGRAPH_LIST(list)->owner = NULL; }

void stategraph_gtk_list_changed(void *list, unsigned position, unsigned removed,
                                 unsigned added) {
  g_list_model_items_changed(list, position, removed, added);
}

void stategraph_gtk_list_selection_changed(void *list, unsigned position, unsigned count) {
  gtk_selection_model_selection_changed(list, position, count);
}

// MARK: The list view

static const char *const column_key = "stategraph-column";

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, StategraphList *list) {
  if (!list->owner) return;
  int column = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(factory), column_key));
  list->functions.bind(list->owner, item, gtk_list_item_get_item(item), column);
}

static void teardown(GtkSignalListItemFactory *factory, GtkListItem *item, StategraphList *list) {
  if (list->owner) list->functions.teardown(list->owner, item);
}

static GtkListItemFactory *factory_new(StategraphList *list, int column) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_object_set_data(G_OBJECT(factory), column_key, GINT_TO_POINTER(column));
  g_signal_connect_object(factory, "bind", G_CALLBACK(bind), list, 0);
  g_signal_connect_object(factory, "teardown", G_CALLBACK(teardown), list, 0);
  return factory;
}

static void activated(GtkWidget *view, guint position, StategraphList *list) {
  if (list->owner) list->functions.activate(list->owner, position);
}

void *stategraph_gtk_list_view_new(void *list) {
  GtkWidget *view =
      gtk_list_view_new(GTK_SELECTION_MODEL(g_object_ref(list)), factory_new(list, 0));
  g_signal_connect_object(view, "activate", G_CALLBACK(activated), list, 0);
  return view;
}

void stategraph_gtk_scroll_to(void *view, unsigned position) {
  gtk_widget_activate_action(view, "list.scroll-to-item", "u", position);
}

// MARK: Columns

// The column whose sorter was asked first. GTK 4.8 does not tell by which column a view is sorted, but
// it asks the sorter of this column first.
static int first_column = -1;

static int compare(gconstpointer left, gconstpointer right, gpointer column) {
  if (first_column < 0) first_column = GPOINTER_TO_INT(column);
  return 1;
}

static void sorting_changed(GtkSorter *sorter, GtkSorterChange change, GtkColumnView *view) {
  StategraphList *list = STATEGRAPH_LIST(gtk_column_view_get_model(view));
  if (!list || !list->owner) return;
  first_column = -1;
  // The two objects only have to be different.
  GtkOrdering ordering = gtk_sorter_compare(sorter, view, list);
  if (first_column >= 0)
    list->functions.sort(list->owner, first_column, ordering == GTK_ORDERING_SMALLER);
}

void *stategraph_gtk_column_view_new(void *list) {
  GtkWidget *view = gtk_column_view_new(GTK_SELECTION_MODEL(g_object_ref(list)));
  g_signal_connect_object(view, "activate", G_CALLBACK(activated), list, 0);
  g_signal_connect_object(gtk_column_view_get_sorter(GTK_COLUMN_VIEW(view)), "changed",
                          G_CALLBACK(sorting_changed), view, 0);
  return view;
}

void *stategraph_gtk_column_view_rows(void *view) {
  GtkWidget *child = gtk_widget_get_first_child(view);
  while (child && !GTK_IS_LIST_VIEW(child)) child = gtk_widget_get_next_sibling(child);
  return child;
}

void stategraph_gtk_add_column(void *view, void *list, int column, const char *title,
                               bool is_sortable, int width) {
  GtkColumnViewColumn *new = gtk_column_view_column_new(title, factory_new(list, column));
  gtk_column_view_column_set_resizable(new, TRUE);
  gtk_column_view_column_set_expand(new, width <= 0);
  if (width > 0) gtk_column_view_column_set_fixed_width(new, width);
  if (is_sortable) {
    GtkSorter *sorter =
        GTK_SORTER(gtk_custom_sorter_new(compare, GINT_TO_POINTER(column), NULL));
    gtk_column_view_column_set_sorter(new, sorter);
    g_object_unref(sorter);
  }
  gtk_column_view_append_column(view, new);
  g_object_unref(new);
}

void stategraph_gtk_show_sorting(void *view, int column, bool is_descending) {
  GtkSorter *sorter = gtk_column_view_get_sorter(view);
  GtkColumnViewColumn *sorted =
      column < 0 ? NULL : g_list_model_get_item(gtk_column_view_get_columns(view), column);
  g_signal_handlers_block_by_func(sorter, sorting_changed, view);
  gtk_column_view_sort_by_column(view, sorted,
                                 is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  g_signal_handlers_unblock_by_func(sorter, sorting_changed, view);
  if (sorted) g_object_unref(sorted);
}

// MARK: Moving rows by dragging

static GdkContentProvider *prepare_drag(GtkDragSource *source, double x, double y,
                                        GtkListItem *item) {
  GObject *row = gtk_list_item_get_item(item);
  return row ? gdk_content_provider_new_typed(STATEGRAPH_TYPE_ROW, row) : NULL;
}

static void drag_begins(GtkDragSource *source, GdkDrag *drag, GtkListItem *item) {
  GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
  GdkPaintable *picture = gtk_widget_paintable_new(widget);
  gtk_drag_source_set_icon(source, picture, 0, 0);
  g_object_unref(picture);
}

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y,
                        GtkListItem *item) {
  GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
  StategraphList *list = g_object_get_data(G_OBJECT(target), "stategraph-list");
  bool is_after = y > gtk_widget_get_height(widget) / 2.0;
  return list->owner &&
         list->functions.drop(list->owner, g_value_get_object(value), item, is_after);
}

void stategraph_gtk_make_movable(void *list, void *item, void *widget) {
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
  g_signal_connect_object(source, "prepare", G_CALLBACK(prepare_drag), item, 0);
  g_signal_connect_object(source, "drag-begin", G_CALLBACK(drag_begins), item, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(source));
  GtkDropTarget *target = gtk_drop_target_new(STATEGRAPH_TYPE_ROW, GDK_ACTION_MOVE);
  g_object_set_data_full(G_OBJECT(target), "stategraph-list", g_object_ref(list), g_object_unref);
  g_signal_connect_object(target, "drop", G_CALLBACK(dropped), item, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}

#endif
