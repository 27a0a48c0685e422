#if GTK
import CGTK
import CStateGraphGTK
import StateGraphGTK

/// The `GtkListView` of a list in the window of a test.
@MainActor
public struct TestList {
  let view: UnsafeMutablePointer<GtkWidget>

  private var opaque: OpaquePointer { OpaquePointer(view) }
  var model: OpaquePointer { gtk_list_view_get_model(opaque) }

  /// The number of rows that GTK knows.
  public var count: Int { Int(g_list_model_get_n_items(model)) }

  /// The row widgets that GTK has created, in the order of their rows. Also those that are not
  /// visible.
  private var rows: [UnsafeMutablePointer<GtkWidget>] {
    var rows: [UnsafeMutablePointer<GtkWidget>] = []
    var row = gtk_widget_get_first_child(view)
    while let now = row {
      rows.append(now)
      row = gtk_widget_get_next_sibling(now)
    }
    return rows
  }

  /// The text of the labels of each row that has a widget.
  public var texts: [String] {
    rows.map { TestWidget(pointer: $0).labelTexts.joined(separator: " ") }
  }

  /// Returns the text of the labels of one row, which has an index among the rows with widgets. Nil
  /// if there is no such row.
  public func text(_ index: Int) -> String? {
    var row = gtk_widget_get_first_child(view)
    for _ in 0..<index { row = row.flatMap { gtk_widget_get_next_sibling($0) } }
    return row.map { TestWidget(pointer: $0).labelTexts.joined(separator: " ") }
  }

  /// Returns the widget of a row, which has an index among the rows with widgets.
  public func row(_ index: Int) -> TestWidget { TestWidget(pointer: rows[index]) }

  /// The indices of the rows that are shown as selected, among the rows with widgets.
  public var selectedRows: [Int] {
    rows.indices.filter {
      gtk_widget_get_state_flags(rows[$0]).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
    }
  }

  /// Selects the row at a position, as a click does.
  public func select(_ position: Int, keepsOthers: Bool = false) {
    gtk_selection_model_select_item(model, guint(position), keepsOthers ? 0 : 1)
  }

  /// Removes the row at a position from the selection, as a click with `Control` does.
  public func deselect(_ position: Int) {
    gtk_selection_model_unselect_item(model, guint(position))
  }

  /// Selects all rows, as `Control`-`A` does.
  public func selectAll() { gtk_selection_model_select_all(model) }

  /// Activates the row at a position, as a double click does.
  public func activate(_ position: Int) {
    gtk_widget_activate_action_variant(
      view,
      "list.activate-item",
      g_variant_new_uint32(guint32(position))
    )
  }

  /// Scrolls until the row at a position is visible.
  public func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      view,
      "list.scroll-to-item",
      g_variant_new_uint32(guint32(position))
    )
  }

  /// Drops the row at a position before or after the row with a widget at `index`. Emits the signal
  /// of GTK's drop target, because GTK finds no target on a display without a window manager.
  /// Returns false if the row cannot be dragged, or cannot be dropped there.
  public func drop(_ position: Int, on index: Int, isAfter: Bool) -> Bool {
    guard let child = gtk_widget_get_first_child(rows[index]),
      Self.controller(of: child, gtk_drag_source_get_type()) != nil,
      let target = Self.controller(of: child, gtk_drop_target_get_type()),
      let row = g_list_model_get_item(model, guint(position))
    else { return false }
    let object = row.assumingMemoryBound(to: GTypeInstance.self)
    var (dropped, isAccepted) = (GValue(), GValue())
    g_value_init(&dropped, object.pointee.g_class.pointee.g_type)
    g_value_take_object(&dropped, row)
    g_value_init(&isAccepted, g_type_from_name("gboolean"))
    var arguments = [GValue](repeating: GValue(), count: 4)
    g_value_init(&arguments[0], gtk_drop_target_get_type())
    g_value_set_object(&arguments[0], target)
    g_value_init(&arguments[1], g_value_get_type())
    g_value_set_boxed(&arguments[1], &dropped)
    for index in 2...3 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
    g_value_set_double(&arguments[3], isAfter ? Double(gtk_widget_get_height(child)) : 0)
    let signal = g_signal_lookup("drop", gtk_drop_target_get_type())
    g_signal_emitv(&arguments, signal, 0, &isAccepted)
    for index in arguments.indices { g_value_unset(&arguments[index]) }
    g_value_unset(&dropped)
    return g_value_get_boolean(&isAccepted) != 0
  }

  /// Returns the first event controller of one class of a widget. Nil if there is none.
  private static func controller(
    of widget: UnsafeMutablePointer<GtkWidget>,
    _ type: GType
  ) -> UnsafeMutableRawPointer? {
    let list = gtk_widget_observe_controllers(widget)
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    for position in 0..<g_list_model_get_n_items(list) {
      guard let item = g_list_model_get_item(list, position) else { continue }
      // The widget still holds a reference to the controller.
      g_object_unref(item)
      let instance = item.assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, type) != 0 { return item }
    }
    return nil
  }

  /// How far the list is scrolled, in pixels.
  public var offset: Double {
    gtk_adjustment_get_value(gtk_scrollable_get_vadjustment(opaque))
  }

  /// The number of rows to which GTK has references, in all lists of the process.
  public static var rowObjectCount: Int { ListRowObject.liveCount }
}

extension TestSurface {
  /// The first list in the window. Nil if there is none.
  public var list: TestList? {
    for widget in widgets {
      let instance = UnsafeMutableRawPointer(widget.pointer)
        .assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_list_view_get_type()) != 0 {
        return TestList(view: widget.pointer)
      }
    }
    return nil
  }
}

#endif
