/// A list of values that is bound to one parameter, by ``SQL/init(rowsOf:)``.
///
/// SQLite reads the values in place, so the list may be longer than the largest value that a
/// parameter can have. The object is immutable.
package final class BoundList: Sendable {
  /// The type that SQLite compares before it hands out the pointer of the list. SQL of the user
  /// cannot forge such a pointer.
  static var pointerType: UnsafePointer<CChar> {
    let type: StaticString = "stategraph list"
    // SAFETY: the text is a constant of the program, which ends with a zero byte and is never
    // freed.
    return UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  let values: [SQLiteValue]

  package init(_ values: [SQLiteValue]) { self.values = values }
}
