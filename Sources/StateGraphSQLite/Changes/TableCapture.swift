import CSQLite

/// Reads the rows of one table in the preupdate hook: maps the hook's column numbers to the
/// declared columns.
struct TableCapture {
  let table: TableSchema
  /// The number of each declared column in the hook; nil if the hook cannot return its value.
  let hookIndexes: [Int32?]
  /// The indexes of the primary key's columns; empty if rows are identified by rowid.
  let keyIndexes: [Int]
  /// Whether the hook cannot return the values or the identity of rows of this table.
  private let isUnreadable: Bool
  /// Whether rows have to be read again before COMMIT, because the hook does not return virtual
  /// columns.
  private let needsReadingAgain: Bool
  /// For each declared column, the value for which the hook returns NULL in a row from before ADD
  /// COLUMN.
  private let addedDefaults: [AddedDefault]
  private let mayLackDefaults: Bool
  /// Whether each declared column converts stored integers to reals.
  private let isReal: [Bool]
  /// Whether the file's text encoding is UTF-8. Text is then read as a blob, because
  /// `sqlite3_value_text` would copy it to append a NUL.
  private let isUTF8: Bool

  /// The default of a column that ADD COLUMN may have added to a table with rows.
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
    // SQLite before 3.49 takes the declared position of an INTEGER PRIMARY KEY for its storage
    // position.
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
    // From 3.47 on the hook returns the default (https://sqlite.org/src/info/964f48fe05).
    guard sqlite3_libversion_number() < 3_047_000, let text = column.defaultSQL,
      text.uppercased() != "NULL"
    else { return .none }
    // ADD COLUMN accepts only constant defaults, and CAST is the only call that is constant.
    let upper = text.uppercased()
    let calls = text.contains("(") && !isStringLiteral(text)
    if upper.hasPrefix("CURRENT_") || (calls && !upper.hasPrefix("(") && !upper.hasPrefix("CAST")) {
      return .none
    }
    // In a column without NOT NULL, the NULL may also be stored.
    guard column.isNotNull, !calls else { return .unknown }
    let sql = column.affinity == .text ? "SELECT CAST(\(text) AS TEXT)" : "SELECT \(text)"
    let value = try connection.firstValue(.raw(sql)) ?? .null
    return .value(column.affinity.stored(column.affinity.compared(value) ?? value))
  }

  private static func isStringLiteral(_ text: String) -> Bool {
    guard text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return false }
    return !text.dropFirst().dropLast().split(separator: "''").contains { $0.contains("'") }
  }

  /// The key of a row. Nil if the key does not identify the row: it contains NULL, or text that is
  /// not UTF-8.
  private func key(of image: RowImage, rowID: Int64) -> RowKey? {
    if keyIndexes.isEmpty { return .value(.integer(rowID)) }
    for index in keyIndexes where !image.canBeKey(at: index) { return nil }
    if keyIndexes.count == 1 { return .value(image[keyIndexes[0]]) }
    return .values(keyIndexes.map { image[$0] })
  }

  /// Whether the keys of two images have the same bytes.
  private func isSameKey(_ old: RowImage, _ new: RowImage) -> Bool {
    keyIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
  }

  /// The key of an image; `rowID` if the table declares no primary key.
  func key(of image: RowImage, rowID: RowKey) -> RowKey {
    keyIndexes.isEmpty ? rowID : RowKey(keyIndexes.map { image[$0] })
  }
}

/// The images of one row before and after the change that a hook callback reports.
struct RowTouch {
  let key: RowKey
  let old: RowImage?
  let new: RowImage?
  var isTainted: Bool
}

/// The image before or after the change.
private enum ImageSide {
  case old, new
}

extension TableCapture {
  /// The touched rows of a callback: two for an update that gives a row another key. Nil if the
  /// rows cannot be identified, and the table has to be reset.
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
        // For a write through a blob handle the hook reports DELETE and cannot return the new
        // bytes.
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
    // A row with another key is another row.
    return (
      RowTouch(key: old.key, old: old.image, new: nil, isTainted: isTainted),
      RowTouch(key: key, old: nil, new: image, isTainted: isTainted)
    )
  }

  /// Whether the row that an UPDATE changes has this image, and its key identifies it.
  func isOldImage(_ image: RowImage, on handle: OpaquePointer) -> Bool {
    guard !isUnreadable, !needsReadingAgain, !keyIndexes.isEmpty, image.count == hookIndexes.count
    else { return false }
    return withExtendedLifetime(image) {
      hookIndexes.indices.allSatisfy { index in
        cell(index, .old, on: handle).isIdentical(to: image.cell(at: index))
      }
    }
  }

  /// Adds the columns that an UPDATE changes to `columns`. Nil if the row gets another key, or the
  /// columns are not known. The result may contain unchanged columns that ADD COLUMN has added.
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

  /// A copy of an image. The hook's values are valid only during the callback.
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
    // The hook reports the integer 5 for a value that the column stores as 5.0.
    return RowCell(Double(Int64(bitPattern: cell.bits)))
  }

  /// Replaces NULL by the default in columns that the row may not store. A row from before ADD
  /// COLUMN stores no value for the added columns; queries return the default, but the hook returns
  /// NULL. Nil if a default is needed and not known.
  private func fillingAddedDefaults(in image: RowImage) -> RowImage? {
    var filled: [(index: Int, value: SQLiteValue)] = []
    for index in image.indices.reversed() where hookIndexes[index] != nil {
      // Only the last columns can be missing, up to the last stored value.
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
  /// Whether the value can be part of a key: not NULL, and no invalid UTF-8, which `String` would
  /// repair.
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
