import CSQLite

/// Copies the rows of one table in SQLite's preupdate hook. The hook numbers columns in its own
/// way, so this type maps each declared column to the hook's number.
struct TableCapture {
  let table: TableSchema
  /// For each declared column, its number in the preupdate hook. Nil for a virtual generated
  /// column, whose value the hook cannot return.
  let hookIndexes: [Int32?]
  /// The indexes of the primary key's columns. Empty if the table has no primary key and rows are
  /// identified by rowid.
  let keyIndexes: [Int]
  /// Whether the hook cannot return correct values for this table, or the table's rows cannot be
  /// identified.
  private let isUnreadable: Bool
  /// Whether the table has virtual generated columns. The hook does not return their values, so
  /// each changed row is read again before COMMIT.
  private let needsReadingAgain: Bool
  /// For each declared column, the default value that the hook fails to return. A row that is older
  /// than ADD COLUMN does not store the new column, and SQLite before 3.47 returns NULL for it.
  private let addedDefaults: [AddedDefault]
  private let mayLackDefaults: Bool
  /// For each declared column, whether it has REAL affinity. Such a column may store an integer,
  /// which must be read as a real.
  private let isReal: [Bool]
  /// Whether the text encoding of the file is UTF-8. Text is then read as a blob, because
  /// `sqlite3_value_text` would copy it to append a NUL byte.
  private let isUTF8: Bool

  /// The default value of a column that ADD COLUMN may have added to a table with existing rows.
  private enum AddedDefault {
    case none, value(SQLiteValue), unknown
  }

  init(_ table: TableSchema, on connection: Connection) throws(DatabaseError) {
    self.table = table
    keyIndexes = table.primaryKey.compactMap { table.columnIndex($0) }
    // Before SQLite 3.49 the hook numbers the stored columns only, and skips virtual generated ones
    // (https://sqlite.org/src/info/7ab916817d). From 3.49 on it numbers all declared columns.
    let countsDeclared = sqlite3_libversion_number() >= 3_049_000
    var next: Int32 = 0
    hookIndexes = table.columns.map { column in
      defer { if countsDeclared || column.generation != .virtual { next += 1 } }
      return column.generation == .virtual ? nil : next
    }
    needsReadingAgain = hookIndexes.contains(nil)
    // Before 3.49 SQLite looks for an INTEGER PRIMARY KEY under its declared column number, which
    // is wrong if a virtual column is declared before it.
    let isShifted =
      !countsDeclared && keyIndexes.count == 1 && hookIndexes[keyIndexes[0]] != Int32(keyIndexes[0])
    isUnreadable = isShifted || (keyIndexes.isEmpty && table.rowIDName == nil)
    var defaults: [AddedDefault] = []
    for column in table.columns {
      defaults.append(try TableCapture.addedDefault(of: column, on: connection))
    }
    addedDefaults = defaults
    mayLackDefaults = defaults.contains { if case .none = $0 { false } else { true } }
    isReal = table.columns.map { $0.affinity == .real }
    isUTF8 = try connection.firstValue("PRAGMA encoding") == .text("UTF-8")
  }

  private static func addedDefault(
    of column: ColumnSchema,
    on connection: Connection
  ) throws(DatabaseError) -> AddedDefault {
    // From SQLite 3.47 on, the hook itself returns the default
    // (https://sqlite.org/src/info/964f48fe05).
    guard sqlite3_libversion_number() < 3_047_000, let text = column.defaultSQL,
      text.uppercased() != "NULL"
    else { return .none }
    // ADD COLUMN accepts only constant defaults. CAST is the only function-like expression that is
    // constant.
    let upper = text.uppercased()
    let calls = text.contains("(") && !isStringLiteral(text)
    if upper.hasPrefix("CURRENT_") || (calls && !upper.hasPrefix("(") && !upper.hasPrefix("CAST")) {
      return .none
    }
    // If the column may be NULL, a NULL from the hook can be a stored NULL as well as a missing
    // value.
    guard column.isNotNull, !calls else { return .unknown }
    let sql = column.affinity == .text ? "SELECT CAST(\(text) AS TEXT)" : "SELECT \(text)"
    let value = try connection.firstValue(.raw(sql)) ?? .null
    return .value(column.affinity.stored(column.affinity.compared(value) ?? value))
  }

  private static func isStringLiteral(_ text: String) -> Bool {
    guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return false }
    return !text.dropFirst().dropLast().split(separator: "''").contains { $0.contains("'") }
  }

  /// Returns the primary key of the row with this image. Nil if the key cannot identify the row,
  /// because it contains NULL or text that is not valid UTF-8.
  private func key(of image: RowImage, rowID: Int64) -> RowKey? {
    if keyIndexes.isEmpty { return .value(.integer(rowID)) }
    for index in keyIndexes where !image.canBeKey(at: index) { return nil }
    if keyIndexes.count == 1 { return .value(image[keyIndexes[0]]) }
    return .values(keyIndexes.map { image[$0] })
  }

  /// Returns whether two row images have byte-identical primary keys.
  private func isSameKey(_ old: RowImage, _ new: RowImage) -> Bool {
    keyIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
  }

  /// Returns the primary key in a row image, or `rowID` if the table declares no primary key.
  func key(of image: RowImage, rowID: RowKey) -> RowKey {
    keyIndexes.isEmpty ? rowID : RowKey(keyIndexes.map { image[$0] })
  }
}

/// One row that a hook callback reports as changed, with its images before and after the change.
struct RowTouch {
  let key: RowKey
  let old: RowImage?
  let new: RowImage?
  var isTainted: Bool
}

/// Selects the row image before or after the change.
private enum ImageSide {
  case old, new
}

extension TableCapture {
  /// Returns the rows that a hook callback reports as changed. An UPDATE that changes the primary
  /// key gives two: the old row is deleted and a new row is inserted. Nil if the rows cannot be
  /// identified; the caller then treats the whole table as changed.
  func touches(
    _ operation: Int32,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) -> (first: RowTouch, second: RowTouch?)? {
    guard !isUnreadable else { return nil }
    let isBlobWrite = operation == SQLITE_DELETE && sqlite3_preupdate_blobwrite(handle) >= 0
    let isTainted = isBlobWrite || needsReadingAgain
    var old: (key: RowKey, image: RowImage)?
    if operation != SQLITE_INSERT {
      guard let image = image(.old, on: handle), let key = key(of: image, rowID: oldRowID) else {
        return nil
      }
      old = (key, image)
      if operation == SQLITE_DELETE {
        // For a write through a blob handle (`sqlite3_blob_write`), the hook reports a DELETE and
        // cannot return the new bytes.
        let new = isBlobWrite ? image : nil
        return (RowTouch(key: key, old: image, new: new, isTainted: isTainted), nil)
      }
    }
    guard let image = image(.new, on: handle) else { return nil }
    if let old, isSameKey(old.image, image), !keyIndexes.isEmpty || oldRowID == newRowID {
      return (RowTouch(key: old.key, old: old.image, new: image, isTainted: isTainted), nil)
    }
    guard let key = key(of: image, rowID: newRowID) else { return nil }
    guard let old else {
      return (RowTouch(key: key, old: nil, new: image, isTainted: isTainted), nil)
    }
    if old.key == key {
      return (RowTouch(key: key, old: old.image, new: image, isTainted: isTainted), nil)
    }
    // An UPDATE that changes the primary key is recorded as a deletion and an insertion.
    return (
      RowTouch(key: old.key, old: old.image, new: nil, isTainted: isTainted),
      RowTouch(key: key, old: nil, new: image, isTainted: isTainted)
    )
  }

  /// Returns whether the row that an UPDATE is about to change has exactly this image, and has a
  /// primary key that identifies it.
  func isOldImage(_ image: RowImage, on handle: OpaquePointer) -> Bool {
    guard !isUnreadable, !needsReadingAgain, !keyIndexes.isEmpty, image.count == hookIndexes.count
    else { return false }
    return withExtendedLifetime(image) {
      hookIndexes.indices.allSatisfy { index in
        cell(index, .old, on: handle).isIdentical(to: image.cell(at: index))
      }
    }
  }

  /// Returns `columns` and the columns that the current UPDATE changes. Nil if the UPDATE changes
  /// the primary key, or if the hook cannot tell the columns. The result may include an unchanged
  /// column that ADD COLUMN has added, because the hook returns NULL for its old value.
  func updatedColumns(addedTo columns: ColumnMask, on handle: OpaquePointer) -> ColumnMask? {
    guard !isUnreadable, !needsReadingAgain else { return nil }
    var columns = columns
    for index in hookIndexes.indices where !columns.contains(index) {
      let old = cell(index, .old, on: handle)
      if old.isIdentical(to: cell(index, .new, on: handle)) { continue }
      if keyIndexes.contains(index) { return nil }
      columns.insert(index)
    }
    return columns
  }

  /// Copies one image of the row out of the hook, because the hook's values are valid only during
  /// the callback. Nil if a column default is needed that is not known.
  private func image(_ side: ImageSide, on handle: OpaquePointer) -> RowImage? {
    let count = hookIndexes.count
    return withUnsafeTemporaryAllocation(of: RowCell.self, capacity: count) { cells in
      for index in 0..<count {
        cells.initializeElement(at: index, to: cell(index, side, on: handle))
      }
      let image = RowImage(cells: UnsafeBufferPointer(cells))
      return side == .new || !mayLackDefaults ? image : fillingAddedDefaults(in: image)
    }
  }

  private func cell(_ column: Int, _ side: ImageSide, on handle: OpaquePointer) -> RowCell {
    guard let number = hookIndexes[column] else { return .null }
    var pointer: OpaquePointer?
    let result =
      side == .old
      ? sqlite3_preupdate_old(handle, number, &pointer)
      : sqlite3_preupdate_new(handle, number, &pointer)
    guard result == SQLITE_OK, let pointer else { return .null }
    let cell = RowCell(pointer, isUTF8: isUTF8)
    guard isReal[column], cell.storageClass == .integer else { return cell }
    // The hook may report the integer 5 for a REAL column, whose value is 5.0.
    return RowCell(Double(Int64(bitPattern: cell.bits)))
  }

  /// Replaces NULL by the column default in columns that the row does not store. A row that is
  /// older than ADD COLUMN stores no value for the added columns: queries return the default for
  /// them, but the hook of SQLite before 3.47 returns NULL. Nil if a default is needed and not
  /// known.
  private func fillingAddedDefaults(in image: RowImage) -> RowImage? {
    var filled: [(index: Int, value: SQLiteValue)] = []
    for index in image.indices.reversed() where hookIndexes[index] != nil {
      // A row can lack only its last columns. The first non-NULL value from the end is therefore
      // the last one that can be stored.
      guard image.storageClass(at: index) == .null else { break }
      switch addedDefaults[index] {
      case .none: continue
      case .value(let value): filled.append((index, value))
      case .unknown: return nil
      }
    }
    return filled.isEmpty ? image : image.replacing(filled)
  }
}

extension RowImage {
  /// Returns whether the value at `index` can be part of a key. NULL cannot, and neither can
  /// invalid UTF-8, because `String` would replace the invalid bytes and two keys could become
  /// equal.
  fileprivate func canBeKey(at index: Int) -> Bool {
    withExtendedLifetime(self) {
      let cell = cell(at: index)
      switch cell.storageClass {
      case .null: return false
      case .text:
        return cell.buffer.allSatisfy { $0 < 0x80 }
          || String(validating: cell.buffer.bindMemory(to: UInt8.self), as: UTF8.self) != nil
      default: return true
      }
    }
  }
}
