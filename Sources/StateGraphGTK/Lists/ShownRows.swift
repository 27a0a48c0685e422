#if GTK
import CGTK
import StateGraphPresentation

/// A row that has a widget, in a column of a table. The column of a list is 0.
struct BoundRow<Rows: ListRows> {
  let id: Rows.ID
  var element: Rows.Element
  /// The row above, or nil in a list without sections, and for the first row.
  var previous: Rows.Element?
  let column: Int
}

/// The rows of a list that have widgets.
@MainActor
final class ShownRows<Rows: ListRows, Cell: View> {
  typealias Content = @MainActor (Rows.Element) -> Cell
  private typealias RowView = ListRow<Rows.Element, Cell>
  private typealias RowNode = ListRowNode<Rows.Element, Cell>

  private struct Slot {
    var row: BoundRow<Rows>
    let node: RowNode
  }

  /// A row on the screen, and where it is.
  struct Anchor {
    let element: Rows.Element
    let position: Int
    let place: ListFrame.Place
  }

  private weak var parent: ViewNode?
  private var slots: [ListItem: Slot] = [:]
  /// The closures of the columns.
  private var contents: [Content] = []
  private var margins = RowMargins.row
  /// The value is nil if the list has no sections.
  var sections: ListSections<Rows.Element>?

  init(parent: ViewNode) { self.parent = parent }

  /// The identifiers and positions of the rows.
  var positions: [(id: Rows.ID, position: Int)] {
    slots.compactMap { item, slot in item.position.map { (slot.row.id, $0) } }
  }

  /// Shows a row with the widget of `item`. `prepare` gets the widget when it is new.
  func bind(
    _ item: ListItem,
    to row: BoundRow<Rows>,
    contents: [Content],
    isCell: Bool,
    prepare: (WidgetHandle) -> Void
  ) {
    self.contents = contents
    margins = isCell ? .cell : .row
    guard let slot = slots[item] else {
      let node = RowNode(view(of: row), in: parent)
      slots[item] = Slot(row: row, node: node)
      gtk_list_item_set_child(item.opaque, node.handle.pointer)
      prepare(node.handle)
      return
    }
    slots[item]?.row = row
    if slot.row.id == row.id {
      // GTK binds every row whose position has changed. After an insertion at the top, these are
      // all rows that have widgets.
      if Self.isSame(slot.row.element, as: row.element),
        Self.isSame(slot.row.previous, as: row.previous)
      {
        return
      }
      _ = slot.node.accept(view(of: row))
    } else {
      ViewNode.reusing { _ = slot.node.accept(view(of: row)) }
    }
  }

  /// Evaluates the closures of all rows again.
  func refreshAll(_ contents: [Content]) {
    self.contents = contents
    for slot in slots.values where contents.indices.contains(slot.row.column) {
      _ = slot.node.accept(view(of: slot.row))
    }
  }

  /// Shows the elements that the rows now have. An object that is the same as before is not shown
  /// again, because its row follows its properties.
  func refresh(_ element: (Int) -> Rows.Element?) {
    for (item, slot) in slots {
      guard let position = item.position, let new = element(position) else { continue }
      let previous = sections == nil || position == 0 ? nil : element(position - 1)
      if Self.isSame(slot.row.element, as: new), Self.isSame(slot.row.previous, as: previous) {
        continue
      }
      var row = slot.row
      row.element = new
      row.previous = previous
      slots[item]?.row = row
      _ = slot.node.accept(view(of: row))
    }
  }

  private func view(of row: BoundRow<Rows>) -> RowView {
    RowView(
      element: row.element,
      previous: row.previous,
      sections: sections,
      content: contents[row.column],
      margins: margins
    )
  }

  /// Whether the elements are objects of a class, whose value is one reference.
  private static var isOfObjects: Bool { Rows.Element.self is AnyObject.Type }

  /// Whether both are the same object, or both are nil. Values always differ.
  private static func isSame(_ old: Rows.Element?, as new: Rows.Element?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    guard isOfObjects else { return false }
    // A conversion by `as AnyObject` looks up conformances, for each row that GTK binds again.
    // SAFETY: the element type is a class, so that a value is one reference.
    return unsafeBitCast(old, to: AnyObject.self) === unsafeBitCast(new, to: AnyObject.self)
  }

  func remove(_ item: ListItem) {
    guard let slot = slots.removeValue(forKey: item) else { return }
    slot.node.unmount()
    gtk_list_item_set_child(item.opaque, nil)
  }

  func removeAll() {
    for slot in slots.values { slot.node.unmount() }
    slots = [:]
  }

  // MARK: Places

  /// Returns the first row that is on the screen.
  func anchor(in frame: ListFrame) -> Anchor? {
    var first: Anchor?
    for (item, slot) in slots {
      guard let position = item.position, position < first?.position ?? .max,
        let place = frame.place(of: slot.node.handle), place.isVisible
      else { continue }
      first = Anchor(element: slot.row.element, position: position, place: place)
    }
    return first
  }

  /// Returns the row at a place of the list's widget. With nil, the row that has the focus.
  func row(
    at place: ListFrame.Point?,
    in frame: ListFrame
  ) -> (element: Rows.Element, position: Int, corner: ListFrame.Point)? {
    guard let widget = frame.rowWidget(at: place) else { return nil }
    for (item, slot) in slots
    where gtk_widget_is_ancestor(slot.node.handle.pointer, widget) != 0 && slot.row.column == 0 {
      guard let position = item.position else { return nil }
      let place = frame.place(of: slot.node.handle)
      return (slot.row.element, position, ListFrame.Point(x: place?.x ?? 0, y: place?.bottom ?? 0))
    }
    return nil
  }
}

#endif
