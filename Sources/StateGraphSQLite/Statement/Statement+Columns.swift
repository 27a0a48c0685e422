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
