#if GTK
import CGTK
import CStateGraphGTK

/// The base class of the objects that answer GTK's questions about the rows of a list.
///
/// It owns the list model of GTK, which calls the object on the main thread. The owner must call
/// ``end()`` before it releases the object.
@MainActor
class ListModel {
  /// The `GListModel *`, which also is the `GtkSelectionModel *`.
  private(set) final var pointer: UnsafeMutableRawPointer!

  init() {
    pointer = stategraph_gtk_list_new(Unmanaged.passUnretained(self).toOpaque(), Self.functions)
  }

  isolated deinit { g_object_unref(pointer) }

  /// Ends the calls from GTK. The model is then empty.
  final func end() { stategraph_gtk_list_end(pointer) }

  // MARK: What a subclass answers

  /// The number of rows.
  var count: Int { 0 }
  /// Returns a new reference to the object of a row.
  func makeRowReference(at position: Int) -> UnsafeMutableRawPointer? { nil }
  func isSelected(at position: Int) -> Bool { false }
  func select(_ change: SelectionChange) {}
  func activate(at position: Int) {}
  func bind(_ item: ListItem, to row: UnsafeMutableRawPointer, column: Int) {}
  func tearDown(_ item: ListItem) {}
  /// Moves a row before or after the row of `item`. Returns false if this is not possible.
  func drop(_ row: UnsafeMutableRawPointer, on item: ListItem, isAfter: Bool) -> Bool { false }
  func sort(byColumn column: Int, isDescending: Bool) {}

  // MARK: What a subclass announces

  /// Announces that rows were removed and inserted. GTK calls the model meanwhile.
  final func announce(position: Int, removed: Int, added: Int) {
    stategraph_gtk_list_changed(pointer, guint(position), guint(removed), guint(added))
  }

  /// Announces that the row at a position was selected, or is no longer selected.
  final func announceSelection(at position: Int) {
    stategraph_gtk_list_selection_changed(pointer, guint(position), 1)
  }
}

/// A `GtkListItem *`, by which GTK shows one row after another with one widget.
struct ListItem: Hashable {
  let address: UInt

  var opaque: OpaquePointer { OpaquePointer(bitPattern: address)! }

  /// The position of the shown row, or nil if the item shows none.
  @MainActor var position: Int? {
    let position = gtk_list_item_get_position(opaque)
    return position == guint.max ? nil : Int(position)
  }
}

#endif
