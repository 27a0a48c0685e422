#if GTK
import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// The Swift part of the object by which GTK knows a row.
@MainActor
package class ListRowObject {
  /// How many objects exist in the process. Tests read this number.
  package private(set) static var liveCount = 0

  /// The `GObject *`, which retains this object.
  fileprivate final var object: UnsafeMutableRawPointer?

  /// Called when nothing refers to the `GObject` any more.
  fileprivate func wasReleased() {}

  /// Creates the `GObject`. The caller owns the reference.
  fileprivate final func makeObject() -> UnsafeMutableRawPointer {
    let data = Unmanaged.passRetained(self).toOpaque()
    let object = stategraph_gtk_row_new(data) { data in
      // SAFETY: GTK releases its objects on the main thread only.
      nonisolated(unsafe) let data = data!
      MainActor.assumeIsolated {
        Unmanaged<ListRowObject>.fromOpaque(data).takeRetainedValue().wasReleased()
        ListRowObject.liveCount -= 1
      }
    }!
    Self.liveCount += 1
    self.object = object
    return object
  }
}

/// The objects by which GTK knows the rows of a list. An object exists as long as GTK uses it: GTK
/// uses some hundred rows around the visible ones. While the object of a row exists, the row has no
/// other object, so that GTK recognizes a row that has moved.
@MainActor
final class ListRowObjects<Rows: ListRows> {
  /// The row to which an object of GTK refers.
  private final class Row: ListRowObject {
    let id: Rows.ID
    var element: Rows.Element
    let objects: ListRowObjects

    init(_ id: Rows.ID, element: Rows.Element, in objects: ListRowObjects) {
      (self.id, self.element, self.objects) = (id, element, objects)
    }

    override func wasReleased() {
      if objects.rows[id] === self { objects.rows[id] = nil }
    }
  }

  /// The rows whose objects exist. An entry is removed when GTK releases the object.
  private var rows: [Rows.ID: Row] = [:]

  /// Returns a new reference to the object of a row.
  func makeReference(to element: Rows.Element, id: Rows.ID) -> UnsafeMutableRawPointer {
    if let row = rows[id], let object = row.object {
      row.element = element
      return g_object_ref(object)
    }
    let row = Row(id, element: element, in: self)
    rows[id] = row
    return row.makeObject()
  }

  /// Returns a reference to an object that refers to no row.
  func makeEmptyReference() -> UnsafeMutableRawPointer { ListRowObject().makeObject() }

  /// Returns the row to which an object refers, or nil if the object refers to no row, or belongs
  /// to another list.
  func row(of object: UnsafeMutableRawPointer) -> (id: Rows.ID, element: Rows.Element)? {
    let data = stategraph_gtk_row_data(object)!
    let row = Unmanaged<ListRowObject>.fromOpaque(data).takeUnretainedValue() as? Row
    guard let row, row.objects === self else { return nil }
    return (row.id, row.element)
  }
}

#endif
