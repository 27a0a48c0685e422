#if GTK
import CGTK

/// A change of the selection that the user asks for.
struct SelectionChange {
  /// The address of a `GtkBitset *`, which exists during the call from GTK.
  let selected: UInt
  /// The address of a `GtkBitset *`, which exists during the call from GTK.
  let changed: UInt
  /// Whether the change concerns all rows, so that only the selected ones remain selected.
  let isEverything: Bool

  /// The positions that are selected by the change, in ascending order.
  var selections: [Int] { Self.positions(of: selected).filter { contains(changed, position: $0) } }

  /// The positions that are no longer selected. Do not read it if ``isEverything`` is true.
  var deselections: [Int] {
    Self.positions(of: changed).filter { !contains(selected, position: $0) }
  }

  private func contains(_ set: UInt, position: Int) -> Bool {
    gtk_bitset_contains(OpaquePointer(bitPattern: set), guint(position)) != 0
  }

  private static func positions(of set: UInt) -> [Int] {
    var (iterator, value) = (GtkBitsetIter(), guint(0))
    var positions: [Int] = []
    var hasMore = gtk_bitset_iter_init_first(&iterator, OpaquePointer(bitPattern: set), &value) != 0
    while hasMore {
      positions.append(Int(value))
      hasMore = gtk_bitset_iter_next(&iterator, &value) != 0
    }
    return positions
  }
}

#endif
