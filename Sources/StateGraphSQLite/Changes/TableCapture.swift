import CSQLite

/// Copies changed rows of one table while SQLite's preupdate hook runs. SQLite calls the hook
/// before each change of a row.
///
/// The hook has its own numbers for columns. This type stores the hook's number for each declared
/// column.
final class TableCapture {
  let table: TableSchema
  /// One element for each declared column: the number that the preupdate hook uses for the column.
  ///
  /// Nil for a virtual generated column, because the hook cannot return its value.
  let hookIndexes: [Int32?]
  /// The index of each primary key column among the declared columns, in key order.
  ///
  /// Empty if the table has no primary key. Its rows are then identified by rowid.
  let keyIndexes: [Int]
  /// Whether changed rows of this table cannot be recorded one by one, because the preupdate hook
  /// returns wrong values or the rows cannot be identified.
  ///
  /// If true, every row of the table counts as changed after any change.
  private let isUnreadable: Bool
  /// Whether the table has virtual generated columns.
  ///
  /// If true, changed rows are read again before COMMIT, because the preupdate hook does not return
  /// the values of these columns.
  private let needsReadingAgain: Bool
  /// One element for each declared column: the default value that the preupdate hook may fail to
  /// return.
  ///
  /// A row that is older than ADD COLUMN does not store the added column. SQLite before 3.47
  /// returns NULL in the hook for such a column, instead of the default.
  private let addedDefaults: [AddedDefault]
  private let mayLackDefaults: Bool
  /// One element for each declared column: whether the column has REAL affinity.
  ///
  /// SQLite may store the integer 5 in such a column, but a query returns 5.0.
  private let isReal: [Bool]
  /// Whether the file's text encoding is UTF-8.
  ///
  /// If true, text is read with `sqlite3_value_blob`. The function `sqlite3_value_text` would copy
  /// the text to append a NUL byte.
  private let isUTF8: Bool

  /// How to understand a NULL that the preupdate hook returns for a column which ADD COLUMN may
  /// have added.
  ///
  /// With `none`, the row stores NULL. With `value`, the row does not store the column and has this
  /// default. With `unknown`, the hook's NULL can have either cause.
  private enum AddedDefault {
    case none, value(SQLiteValue), unknown
  }

  init(_ table: TableSchema, on connection: Connection) throws(DatabaseError) {
    self.table = table
    keyIndexes = table.primaryKey.compactMap { table.columnIndex($0) }
    // Before SQLite 3.49, the hook does not count virtual generated columns
    // (https://sqlite.org/src/info/7ab916817d). From 3.49 on, it counts all declared columns.
    let countsDeclared = sqlite3_libversion_number() >= 3_049_000
    var next: Int32 = 0
    hookIndexes = table.columns.map { column in
      defer { if countsDeclared || column.generation != .virtual { next += 1 } }
      return column.generation == .virtual ? nil : next
    }
    needsReadingAgain = hookIndexes.contains(nil)
    // Before SQLite 3.49, the hook finds an INTEGER PRIMARY KEY by its declared column number. This
    // number is wrong if a virtual column is declared before the key.
    let isShifted =
      !countsDeclared && keyIndexes.count == 1 && hookIndexes[keyIndexes[0]] != Int32(keyIndexes[0])
    // Of a table of the library, it is enough to know that rows have changed. Steps of an undo log
    // can be long, and no copy of them is made.
    let isOwn = LibraryTable.contains(table.name)
    isUnreadable = isShifted || isOwn || (keyIndexes.isEmpty && table.rowIDName == nil)
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
    // From SQLite 3.47 on, the hook itself returns the default of an added column
    // (https://sqlite.org/src/info/964f48fe05).
    guard sqlite3_libversion_number() < 3_047_000, let text = column.defaultSQL,
      text.uppercased() != "NULL"
    else { return .none }
    // ADD COLUMN accepts only constant defaults. If a default calls a function, CREATE TABLE has
    // declared the column, so every row stores it. CAST looks like a function call, but it is
    // constant.
    let upper = text.uppercased()
    let calls = text.contains("(") && !isStringLiteral(text)
    if upper.hasPrefix("CURRENT_") || (calls && !upper.hasPrefix("(") && !upper.hasPrefix("CAST")) {
      return .none
    }
    // In a column without NOT NULL, a NULL from the hook is either a stored NULL or a missing
    // value. These two cases cannot be distinguished.
    guard column.isNotNull, !calls, isKept(text, in: column.affinity) else { return .unknown }
    let sql = column.affinity == .text ? "SELECT CAST(\(text) AS TEXT)" : "SELECT \(text)"
    let value =
      try connection.compiler.monitor.withoutCounting { () throws(DatabaseError) in
        try connection.firstValue(.raw(sql))
      } ?? .null
    return .value(column.affinity.stored(column.affinity.compared(value) ?? value))
  }

  /// Returns whether rows that are older than ADD COLUMN have the same default as new rows.
  ///
  /// Without a numeric affinity, an old row has the text of the declaration, such as 1.10, and a
  /// new row has the value 1.1.
  private static func isKept(_ text: String, in affinity: Affinity) -> Bool {
    guard affinity == .text || affinity == .blob else { return true }
    return isStringLiteral(text) || text.uppercased().hasPrefix("X'")
      || Int64(text)?.description == text
  }

  private static func isStringLiteral(_ text: String) -> Bool {
    guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return false }
    return !text.dropFirst().dropLast().split(separator: "''").contains { $0.contains("'") }
  }

  /// Returns the row's key: the primary key in a row image, or the rowid if the table has no
  /// primary key.
  ///
  /// Returns nil if the key contains NULL or text that is not valid UTF-8. Such a key cannot
  /// identify a row.
  private func key(of image: RowImage, rowID: Int64) -> RowKey? {
    if keyIndexes.isEmpty { return .value(.integer(rowID)) }
    for index in keyIndexes where !image.canBeKey(at: index) { return nil }
    if keyIndexes.count == 1 { return .value(image[keyIndexes[0]]) }
    return .values(keyIndexes.map { image[$0] })
  }

  /// Returns whether two row images contain the same primary key, compared byte by byte.
  private func isSameKey(_ old: RowImage, as new: RowImage) -> Bool {
    keyIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
  }

  /// Returns the primary key in a row image, or `rowID` if the table declares no primary key.
  func key(of image: RowImage, rowID: RowKey) -> RowKey {
    keyIndexes.isEmpty ? rowID : RowKey(keyIndexes.map { image[$0] })
  }

  /// Returns the insertion of a row of a table with a primary key.
  func insertion(of image: RowImage, at position: Int) -> TouchedRows.Entry {
    let key = key(of: image, rowID: .value(.null))
    return TouchedRows.Entry(
      key: key,
      hash: key.keyHash,
      old: nil,
      new: image,
      touchedAt: position
    )
  }

  /// Reads the row with this key from the table. Returns nil if the row does not exist.
  func currentImage(
    of key: RowKey,
    reading connection: Connection
  ) throws(DatabaseError) -> RowImage? {
    let image = try table.image(of: key, reading: connection)
    // Under the collation NOCASE, a query for the key 'a' may return the row 'A'. The row 'A' is
    // recorded separately, and the row 'a' does not exist.
    if let image, self.key(of: image, rowID: key) != key { return nil }
    return image
  }
}

/// Selects the row image that the preupdate hook returns: the row before or after the change.
private enum ImageSide {
  case old, new
}

extension TableCapture {
  /// Returns the rows that the current call of the preupdate hook reports as changed.
  ///
  /// For an UPDATE that changes the primary key, returns two rows: the old row as deleted and the
  /// new row as inserted. Returns nil if the rows cannot be identified. The caller must then treat
  /// all rows of the table as changed.
  func touches(
    _ operation: Int32,
    at position: Int,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) -> (first: TouchedRows.Entry, second: TouchedRows.Entry?)? {
    guard !isUnreadable else { return nil }
    let isBlobWrite = operation == SQLITE_DELETE && sqlite3_preupdate_blobwrite(handle) >= 0
    func touch(_ key: RowKey, from old: RowImage?, to new: RowImage?) -> TouchedRows.Entry {
      TouchedRows.Entry(
        key: key,
        hash: key.keyHash,
        old: old,
        new: new,
        touchedAt: position,
        isTainted: isBlobWrite || needsReadingAgain
      )
    }
    var old: (key: RowKey, image: RowImage)?
    if operation != SQLITE_INSERT {
      guard let image = image(.old, on: handle), let key = key(of: image, rowID: oldRowID) else {
        return nil
      }
      old = (key, image)
      // The hook reports a write through a blob handle (`sqlite3_blob_write`) as a DELETE, and
      // cannot return the new bytes. The row is therefore read again before COMMIT.
      if operation == SQLITE_DELETE {
        return (touch(key, from: image, to: isBlobWrite ? image : nil), nil)
      }
    }
    guard let image = image(.new, on: handle) else { return nil }
    if let old, isSameKey(old.image, as: image), !keyIndexes.isEmpty || oldRowID == newRowID {
      return (touch(old.key, from: old.image, to: image), nil)
    }
    guard let key = key(of: image, rowID: newRowID) else { return nil }
    guard let old, old.key != key else { return (touch(key, from: old?.image, to: image), nil) }
    // If an UPDATE changes the primary key, it is recorded as a deletion and an insertion.
    return (touch(old.key, from: old.image, to: nil), touch(key, from: nil, to: image))
  }

  /// Returns whether `image` equals the row that the current UPDATE is about to change.
  ///
  /// Returns false without a comparison if the hook cannot return all columns, or if the table has
  /// no primary key.
  func isOldImage(_ image: RowImage, on handle: OpaquePointer) -> Bool {
    guard !isUnreadable, !needsReadingAgain, !keyIndexes.isEmpty, image.count == hookIndexes.count
    else { return false }
    return withExtendedLifetime(image) {
      hookIndexes.indices.allSatisfy { index in
        cell(index, side: .old, on: handle).isIdentical(to: image.cell(at: index))
      }
    }
  }

  /// Returns `columns` plus the columns that the current UPDATE changes.
  ///
  /// Returns nil if the UPDATE changes the primary key, or if the hook cannot return all columns.
  /// The result may also contain an unchanged column that ADD COLUMN has added, because the hook
  /// can return NULL as the old value of such a column.
  func updatedColumns(addedTo columns: ColumnMask, on handle: OpaquePointer) -> ColumnMask? {
    guard !isUnreadable, !needsReadingAgain else { return nil }
    var columns = columns
    for index in hookIndexes.indices where !columns.contains(index) {
      let old = cell(index, side: .old, on: handle)
      if old.isIdentical(to: cell(index, side: .new, on: handle)) { continue }
      if keyIndexes.contains(index) { return nil }
      columns.insert(index)
    }
    return columns
  }

  /// Returns a copy of the row that the current call of the hook reports. The hook's values are
  /// valid only during this call.
  ///
  /// Returns nil if the row does not store an added column whose default is not known.
  private func image(_ side: ImageSide, on handle: OpaquePointer) -> RowImage? {
    let count = hookIndexes.count
    return withUnsafeTemporaryAllocation(of: RowCell.self, capacity: count) { cells in
      for index in 0..<count {
        cells.initializeElement(at: index, to: cell(index, side: side, on: handle))
      }
      let image = RowImage(cells: UnsafeBufferPointer(cells))
      return side == .new || !mayLackDefaults ? image : fillingAddedDefaults(in: image)
    }
  }

  private func cell(_ column: Int, side: ImageSide, on handle: OpaquePointer) -> RowCell {
    guard let number = hookIndexes[column] else { return .null }
    var pointer: OpaquePointer?
    let result =
      side == .old
      ? sqlite3_preupdate_old(handle, number, &pointer)
      : sqlite3_preupdate_new(handle, number, &pointer)
    guard result == SQLITE_OK, let pointer else { return .null }
    let cell = RowCell(pointer, isUTF8: isUTF8)
    guard isReal[column], cell.storageClass == .integer else { return cell }
    // The hook may return the integer 5 for a REAL column. A query returns 5.0.
    return RowCell(Double(Int64(bitPattern: cell.bits)))
  }

  /// Returns a copy of `image` that has the declared default in each column which the row does not
  /// store.
  ///
  /// A row that is older than ADD COLUMN does not store the added column. A query returns the
  /// default for it, but the preupdate hook of SQLite before 3.47 returns NULL. Returns nil if a
  /// default is needed but not known.
  private func fillingAddedDefaults(in image: RowImage) -> RowImage? {
    var filled: [(index: Int, value: SQLiteValue)] = []
    for index in image.indices.reversed() where hookIndexes[index] != nil {
      // Only the last columns of a row can be missing. If a value is not NULL, the row stores this
      // value and all values before it.
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
  /// Returns whether the value at `index` can be in a row's key.
  ///
  /// Returns false for NULL, and for text that is not valid UTF-8. `String` replaces invalid bytes,
  /// so two different keys could become equal.
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
