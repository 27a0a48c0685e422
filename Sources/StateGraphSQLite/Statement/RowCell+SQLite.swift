import CSQLite

extension RowCell {
  /// Creates a cell, which refers to the value of an `sqlite3_value` without copying it.
  ///
  /// The cell is valid while the `sqlite3_value` exists, and while no other thread uses the
  /// connection.
  ///
  /// - Parameters:
  ///   - pointer: The `sqlite3_value`.
  ///   - isUTF8: Whether SQLite is known to store the text as UTF-8. Text is then read as a blob,
  ///     because `sqlite3_value_text` would copy it to append a NUL byte.
  @inline(__always)
  init(_ pointer: OpaquePointer, isUTF8: Bool = false) {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self.init(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self.init(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes =
        isUTF8 ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
      let byteCount = Int(sqlite3_value_bytes(pointer))
      // For empty text, `sqlite3_value_blob` returns a null pointer. For other text, a null pointer
      // means that SQLite could not return the text.
      let isMissing = bytes == nil && (byteCount > 0 || !isUTF8)
      self.init(
        storageClass: isMissing ? .null : .text,
        bits: 0,
        bytes: bytes,
        byteCount: byteCount
      )
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(pointer)
      self.init(
        storageClass: .blob,
        bits: 0,
        bytes: bytes,
        byteCount: Int(sqlite3_value_bytes(pointer))
      )
    default: self = .null
    }
  }
}
