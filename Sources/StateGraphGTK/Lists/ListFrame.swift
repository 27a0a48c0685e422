#if GTK
import CGTK
import CStateGraphGTK

/// What the user asks for with a key or a click on a list.
enum ListCommand {
  /// The menu of the row at a place, or nil for the row that has the focus.
  case menu(ListFrame.Point?)
  /// To move the row that has the focus by a number of rows.
  case moveFocused(Int)
}

/// The widgets around the rows of a list: the list view, the scrolled window around it, and the
/// page that is shown in place of rows.
@MainActor
final class ListFrame {
  /// A place in the list view, in pixels from its top left corner.
  struct Point {
    let x: Double
    let y: Double
  }

  /// Where a row is in the list view, in pixels.
  struct Place {
    let x: Double
    let y: Double
    let height: Double
    let isVisible: Bool
    var bottom: Double { y + height }
  }

  /// The stack of the two pages.
  let handle: WidgetHandle
  private let rowsPage: WidgetHandle
  /// The `GtkListView`, or the `GtkColumnView` of a table.
  private let view: WidgetHandle
  /// The `GtkListView` with the rows. In a table, it is a child of `view`.
  private let listView: WidgetHandle
  /// The `GtkListView *`.
  var listViewPointer: WidgetHandle.Pointer { listView.pointer }
  /// The page that is shown in place of rows.
  var status: HostRoot? {
    didSet { if let status { gtk_stack_add_child(handle.opaque, status.handle.pointer) } }
  }

  /// Creates the widgets for a list model.
  ///
  /// - Parameter columns: The columns of a table, or nil for a list.
  init(model: UnsafeMutableRawPointer, columns: [TableHeader.Column]?) {
    handle = WidgetHandle(gtk_stack_new())
    rowsPage = WidgetHandle(gtk_scrolled_window_new())
    if let columns {
      view = Self.handle(of: stategraph_gtk_column_view_new(model))
      for (index, column) in columns.enumerated() {
        stategraph_gtk_add_column(
          view.pointer,
          model,
          Int32(index),
          LoopText.shown(column.title),
          column.isSortable,
          Int32(clamping: column.width ?? 0)
        )
      }
      listView = Self.handle(of: stategraph_gtk_column_view_rows(view.pointer))
    } else {
      view = Self.handle(of: stategraph_gtk_list_view_new(model))
      listView = view
    }
    gtk_scrolled_window_set_policy(rowsPage.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(rowsPage.opaque, view.pointer)
    gtk_stack_add_child(handle.opaque, rowsPage.pointer)
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_set_vexpand(handle.pointer, 1)
  }

  private static func handle(of widget: UnsafeMutableRawPointer?) -> WidgetHandle {
    WidgetHandle(widget!.assumingMemoryBound(to: GtkWidget.self))
  }

  func end() {
    stategraph_gtk_close_menu(listView.pointer)
    if view === listView {
      gtk_list_view_set_model(view.opaque, nil)
    } else {
      gtk_column_view_set_model(view.opaque, nil)
    }
    status?.unmount()
    status = nil
  }

  /// Shows a view in place of the rows. With nil, shows the rows.
  func show(_ view: AnyView?) {
    let page: UnsafeMutablePointer<GtkWidget>
    if let view, let status {
      status.show(view)
      page = status.handle.pointer
    } else {
      page = rowsPage.pointer
    }
    if gtk_stack_get_visible_child(handle.opaque) != page {
      handle.set { gtk_stack_set_visible_child(handle.opaque, page) }
    }
  }

  /// Shows in the headers of a table how its rows are sorted.
  func show(_ sorting: TableHeader.Sorting?) {
    stategraph_gtk_show_sorting(
      view.pointer,
      Int32(sorting?.column ?? -1),
      sorting?.isDescending ?? false
    )
  }

  // MARK: Keys, clicks and menus

  /// Calls `perform` for the keys and clicks of the user that are not selection and scrolling.
  func connectKeys(_ perform: @escaping @MainActor (ListCommand) -> Void) {
    let keys: [(String, ListCommand)] = [
      ("Menu", .menu(nil)), ("<Shift>F10", .menu(nil)),
      ("<Alt>Up", .moveFocused(-1)), ("<Alt>Down", .moveFocused(1)),
    ]
    for (key, command) in keys {
      listView.connectKey(key) {
        perform(command)
        return true
      }
    }
    listView.connectRightClick { perform(.menu(Point(x: $0, y: $1))) }
  }

  /// Opens a menu of commands. Without a command, opens nothing.
  func openMenu(_ items: [MenuItem], at place: Point) {
    guard !items.isEmpty else { return }
    listView.openMenu(
      items.map { ($0.title, !$0.isDisabled) },
      x: place.x,
      y: place.y
    ) { items[$0].action() }
  }

  // MARK: Places

  /// Returns where a row's widget is, or nil if it is not on the screen at all.
  func place(of row: WidgetHandle) -> Place? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(row.pointer, listView.pointer, &bounds) != 0 else { return nil }
    let (y, height) = (Double(bounds.origin.y), Double(bounds.size.height))
    let isVisible = y + height > 0 && y < Double(gtk_widget_get_height(listView.pointer))
    return Place(x: Double(bounds.origin.x), y: y, height: height, isVisible: isVisible)
  }

  /// Returns the widget by which GTK shows the row at a place. With nil, of the row that has the
  /// focus. It is a child of the list view.
  func rowWidget(at place: Point?) -> UnsafeMutablePointer<GtkWidget>? {
    var widget: UnsafeMutablePointer<GtkWidget>?
    if let place {
      widget = gtk_widget_pick(listView.pointer, place.x, place.y, GTK_PICK_DEFAULT)
    } else if let root = gtk_widget_get_root(listView.pointer) {
      widget = gtk_root_get_focus(root)
    }
    while let now = widget {
      let above = gtk_widget_get_parent(now)
      if above == listView.pointer { return now }
      widget = above
    }
    return nil
  }

  /// Scrolls to a row after all rows were replaced, so that the row is near the place where it was.
  ///
  /// - Parameters:
  ///   - position: The new position of the row.
  ///   - lastRow: The position of the last row.
  ///   - place: Where the row was.
  func scroll(to position: Int, lastRow: Int, from place: Place) {
    // GTK puts a row that is below the visible part at the bottom. The row that is to be at the
    // bottom is as many rows after the anchor as fit below the anchor.
    let adjustment = gtk_scrolled_window_get_vadjustment(rowsPage.opaque)
    let top = gtk_adjustment_get_value(adjustment)
    if position > 0 || top > 0 {
      let below = gtk_adjustment_get_page_size(adjustment) - place.y
      let fitting = place.height > 0 ? max(0, Int(below / place.height) - 1) : 0
      let isBelow = Double(position) * place.height > top
      let target = isBelow ? min(position + fitting, lastRow) : position
      stategraph_gtk_scroll_to(listView.pointer, guint(target))
    }
  }
}

#endif
