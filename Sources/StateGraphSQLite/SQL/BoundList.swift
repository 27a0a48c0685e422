/// A list of values that ``SQL/init(rowsOf:)`` binds to one parameter of a statement.
///
/// SQLite reads the values from this object without copying them. SQLite's limit for the size of a
/// bound value therefore does not apply to the list. The object is immutable.
package final class BoundList: Sendable {
  /// The type name of the pointer that is bound for a list. SQLite returns the pointer only to code
  /// that passes the same name. SQL text cannot create a pointer of this type.
  static var pointerType: UnsafePointer<CChar> {
    let type: StaticString = "stategraph list"
    // SAFETY: the text of a `StaticString` ends with a zero byte and is never freed.
    return UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  let values: [SQLiteValue]

  package init(_ values: [SQLiteValue]) { self.values = values }
}
