import CSQLite

extension Statement {
  /// Returns a copy of the value of a column in the current row. Columns are counted from 0.
  package func value(at index: Int) -> SQLiteValue {
    let column = Int32(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(handle, column) else { return .null }
      let count = Int(sqlite3_column_bytes(handle, column))
      return .text(
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      )
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, column))
      guard let bytes = sqlite3_column_blob(handle, column), count > 0 else { return .blob([]) }
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }

  package func integer(at index: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(index))
  }

  package func text(at index: Int) -> String {
    guard case .text(let text) = value(at: index) else { return "" }
    return text
  }

  /// Returns copies of all values in the current row, which stay valid after the next step.
  package func row() -> [SQLiteValue] {
    (0..<columnCount).map { value(at: $0) }
  }
}

extension Statement {
  /// Returns the hash of the current row's primary key.
  ///
  /// The first `keyCount` columns of the query must be the columns of this key.
  package func keyHash(_ keyCount: Int) -> UInt32 {
    var hasher = KeyHasher()
    for index in 0..<keyCount { cell(at: index).hashKey(into: &hasher) }
    return hasher.hash
  }

  /// Returns whether the current row and `image` have the same primary key.
  ///
  /// The key is in the first `keyCount` columns of both.
  package func hasSameKey(as image: RowImage, _ keyCount: Int) -> Bool {
    withExtendedLifetime(image) {
      for index in 0..<keyCount where !cell(at: index).isSameKey(as: image.cell(at: index)) {
        return false
      }
      return true
    }
  }
}
