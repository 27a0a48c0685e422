import CSQLite

/// How the preupdate hook's numbers map to one table's declared columns.
struct TableCapture {
  let table: TableSchema
  /// For each declared column its number in the hook, or nil where the hook cannot give its value.
  let hookIndexes: [Int32?]
  /// The declared indexes of the primary key's columns; empty where rows are known by rowid.
  let keyIndexes: [Int]
  /// The hook's values or the row's identity cannot be had for this shape of table.
  private let isUnreadable: Bool
  /// Values that only the file has, those of virtual columns, are read again before COMMIT.
  private let needsReadingAgain: Bool
  /// For each declared column what the hook says NULL for in a row from before ADD COLUMN.
  private let addedDefaults: [AddedDefault]

  /// Of a column with a default, which ADD COLUMN may have added behind rows that do not store it.
  private enum AddedDefault {
    case none, value(SQLiteValue), unknown
  }

  init(_ table: TableSchema, on connection: Connection) throws(DatabaseError) {
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
    needsReadingAgain = hookIndexes.contains(nil)
    // That SQLite looks for INTEGER PRIMARY KEY at its declared position among the stored ones.
    let isShifted =
      !countsDeclared && keyIndexes.count == 1 && hookIndexes[keyIndexes[0]] != Int32(keyIndexes[0])
    isUnreadable = isShifted || (keyIndexes.isEmpty && table.rowIDName == nil)
    var defaults: [AddedDefault] = []
    for column in table.columns {
      defaults.append(try TableCapture.addedDefault(of: column, on: connection))
    }
    addedDefaults = defaults
  }

  private static func addedDefault(
    of column: ColumnSchema,
    on connection: Connection
  ) throws(DatabaseError) -> AddedDefault {
    // From 3.47 on the hook gives the default (https://sqlite.org/src/info/964f48fe05).
    guard sqlite3_libversion_number() < 3_047_000, let text = column.defaultSQL,
      text.uppercased() != "NULL"
    else { return .none }
    // ADD COLUMN takes only defaults that are constant, and no call but a CAST is.
    let upper = text.uppercased()
    let calls = text.contains("(") && !isStringLiteral(text)
    if upper.hasPrefix("CURRENT_") || (calls && !upper.hasPrefix("(") && !upper.hasPrefix("CAST")) {
      return .none
    }
    // Without NOT NULL the NULL may as well be a stored one.
    guard column.isNotNull, !calls else { return .unknown }
    let sql = column.affinity == .text ? "SELECT CAST(\(text) AS TEXT)" : "SELECT \(text)"
    let value = try connection.firstValue(.raw(sql)) ?? .null
    return .value(column.affinity.stored(column.affinity.compared(value) ?? value))
  }

  private static func isStringLiteral(_ text: String) -> Bool {
    guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return false }
    return !text.dropFirst().dropLast().split(separator: "''").contains { $0.contains("'") }
  }

  /// Nil where the key does not tell the row from others: a NULL in it, or text that is not UTF-8.
  private func key(of image: [SQLiteValue], rowID: Int64) -> RowKey? {
    if keyIndexes.isEmpty { return RowKey(.integer(rowID)) }
    for index in keyIndexes {
      switch image[index] {
      case .null: return nil
      case .text(let text) where text.unicodeScalars.contains("\u{fffd}"): return nil
      default: continue
      }
    }
    return RowKey(keyIndexes.map { image[$0] })
  }

  /// The key of an image that was read for `rowID`, which stands where the table declares none.
  func key(of image: [SQLiteValue], rowID: RowKey) -> RowKey {
    keyIndexes.isEmpty ? rowID : RowKey(keyIndexes.map { image[$0] })
  }
}

/// One row as one callback of the hook saw it before and after.
struct RowTouch {
  let key: RowKey
  let old: [SQLiteValue]?
  let new: [SQLiteValue]?
  var isTainted: Bool
}

/// Which of the two images of a row the hook is asked for.
private enum ImageSide {
  case old, new
}

extension TableCapture {
  /// What a callback says of rows. Nil where it cannot be told: the table has to be read again.
  func touches(
    _ operation: Int32,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) -> [RowTouch]? {
    guard !isUnreadable else { return nil }
    let isBlobWrite = sqlite3_preupdate_blobwrite(handle) >= 0
    var old: (key: RowKey, image: [SQLiteValue])?
    var new: (key: RowKey, image: [SQLiteValue])?
    if operation != SQLITE_INSERT {
      guard let image = image(.old, on: handle), let key = key(of: image, rowID: oldRowID) else {
        return nil
      }
      old = (key, image)
    }
    if operation != SQLITE_DELETE {
      guard let image = image(.new, on: handle), let key = key(of: image, rowID: newRowID) else {
        return nil
      }
      new = (key, image)
    } else if isBlobWrite {
      // A blob handle writes in place; the hook says DELETE and cannot give the new bytes.
      new = old
    }
    let isTainted = isBlobWrite || needsReadingAgain
    if let old, let new, old.key == new.key {
      return [RowTouch(key: old.key, old: old.image, new: new.image, isTainted: isTainted)]
    }
    // Under another key it is another row.
    var touches: [RowTouch] = []
    if let old {
      touches.append(RowTouch(key: old.key, old: old.image, new: nil, isTainted: isTainted))
    }
    if let new {
      touches.append(RowTouch(key: new.key, old: nil, new: new.image, isTainted: isTainted))
    }
    return touches
  }

  /// Copies an image. The hook's values die when the callback returns.
  private func image(_ side: ImageSide, on handle: OpaquePointer) -> [SQLiteValue]? {
    var image = zip(table.columns, hookIndexes).map { column, index -> SQLiteValue in
      guard let index else { return .null }
      var pointer: OpaquePointer?
      let result =
        side == .old
        ? sqlite3_preupdate_old(handle, index, &pointer)
        : sqlite3_preupdate_new(handle, index, &pointer)
      guard result == SQLITE_OK, let pointer else { return .null }
      return column.affinity.stored(SQLiteValue(copying: pointer))
    }
    return side == .new || fillAddedDefaults(in: &image) ? image : nil
  }

  /// A row from before ADD COLUMN stores nothing for the last columns, and the hook says NULL for
  /// what every query reads as the default. False where that may be and the value is not known.
  private func fillAddedDefaults(in image: inout [SQLiteValue]) -> Bool {
    for index in image.indices.reversed() where hookIndexes[index] != nil {
      // A stored value ends the columns that may be missing.
      guard image[index].isNull else { break }
      switch addedDefaults[index] {
      case .none: continue
      case .value(let value): image[index] = value
      case .unknown: return false
      }
    }
    return true
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
