#if GTK
import CGTK

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
