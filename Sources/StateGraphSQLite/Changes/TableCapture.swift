import CSQLite

/// How the preupdate hook's numbers map to one table's declared columns.
struct TableCapture {
  let table: TableSchema
  /// For each declared column its number in the hook, or nil where the hook cannot give its value.
  let hookIndexes: [Int32?]
  /// The declared indexes of the primary key's columns; empty where rows are known by rowid.
  let keyIndexes: [Int]

  init(_ table: TableSchema) {
    self.table = table
    keyIndexes = table.primaryKey.compactMap { table.columnIndex($0) }
    // Before 3.49 the hook counts storage positions, in which virtual columns have no place
    // (https://sqlite.org/src/info/7ab916817d). From 3.49 on it counts declared positions.
    let countsDeclared = sqlite3_libversion_number() >= 3_049_000
    var next: Int32 = 0
    hookIndexes = table.columns.map { column in
      defer { if countsDeclared || column.generation != .virtual { next += 1 } }
      return column.generation == .virtual ? nil : next
    }
  }

  func key(of image: [SQLiteValue], rowID: Int64) -> RowKey {
    keyIndexes.isEmpty ? RowKey(.integer(rowID)) : RowKey(keyIndexes.map { image[$0] })
  }
}

/// Which of the two images of a row the hook is asked for.
enum ImageSide {
  case old, new
}

extension TableCapture {
  /// Copies an image. The hook's values die when the callback returns.
  func image(_ side: ImageSide, on handle: OpaquePointer) -> [SQLiteValue] {
    zip(table.columns, hookIndexes).map { column, index in
      guard let index else { return .null }
      var pointer: OpaquePointer?
      let result =
        side == .old
        ? sqlite3_preupdate_old(handle, index, &pointer)
        : sqlite3_preupdate_new(handle, index, &pointer)
      guard result == SQLITE_OK, let pointer else { return .null }
      return column.affinity.stored(SQLiteValue(copying: pointer))
    }
  }
}

extension SQLiteValue {
  fileprivate init(copying pointer: OpaquePointer) {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_value_text(pointer),
        count: Int(sqlite3_value_bytes(pointer))
      )
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_value_blob(pointer),
        count: Int(sqlite3_value_bytes(pointer))
      )
      self = .blob([UInt8](bytes))
    default: self = .null
    }
  }
}
