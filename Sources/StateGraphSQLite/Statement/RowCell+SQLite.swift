import CSQLite

extension RowCell {
  /// Creates a cell from an `sqlite3_value`. The cell is valid as long as that value, and only
  /// while no other thread uses the connection.
  ///
  /// - Parameters:
  ///   - pointer: The `sqlite3_value`.
  ///   - isUTF8: Whether the text is known to be stored as UTF-8. The text is then read as a blob,
  ///     because `sqlite3_value_text` would copy it to append a NUL.
  @inline(__always)
  init(_ pointer: OpaquePointer, isUTF8: Bool = false) {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self.init(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self.init(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes =
        isUTF8 ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
      let byteCount = Int(sqlite3_value_bytes(pointer))
      // `sqlite3_value_blob` returns a null pointer for empty text, so a null pointer alone does
      // not mean that the text is missing.
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
