import CSQLite

extension RowCell {
  /// A value of SQLite's, of a connection that no other thread uses meanwhile: good as long as it.
  ///
  /// - Parameter isUTF8: Text is known to lie there as UTF-8, and is taken as it lies: asking for
  ///   text would have SQLite copy it to put a NUL behind it.
  @inline(__always)
  init(_ pointer: OpaquePointer, isUTF8: Bool = false) {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self.init(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self.init(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes =
        isUTF8 ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
      let byteCount = Int(sqlite3_value_bytes(pointer))
      // Empty text may lie nowhere.
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
