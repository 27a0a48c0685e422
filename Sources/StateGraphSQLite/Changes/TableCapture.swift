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
  private let mayLackDefaults: Bool
  /// For each declared column whether what is stored there becomes a real.
  private let isReal: [Bool]
  /// Whether the file's text is what we read: then it is taken as it lies, where asking for text
  /// would have SQLite copy it to put a NUL behind it.
  private let isUTF8: Bool

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
    mayLackDefaults = defaults.contains { if case .none = $0 { false } else { true } }
    isReal = table.columns.map { $0.affinity == .real }
    isUTF8 = try connection.firstValue("PRAGMA encoding") == .text("UTF-8")
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
  private func key(of image: RowImage, rowID: Int64) -> RowKey? {
    if keyIndexes.isEmpty { return .value(.integer(rowID)) }
    for index in keyIndexes where !image.canBeKey(at: index) { return nil }
    if keyIndexes.count == 1 { return .value(image[keyIndexes[0]]) }
    return .values(keyIndexes.map { image[$0] })
  }

  /// Whether two images have the key's bytes in common.
  private func isSameKey(_ old: RowImage, _ new: RowImage) -> Bool {
    keyIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
  }

  /// The key of an image that was read for `rowID`, which stands where the table declares none.
  func key(of image: RowImage, rowID: RowKey) -> RowKey {
    keyIndexes.isEmpty ? rowID : RowKey(keyIndexes.map { image[$0] })
  }
}

/// One row as one callback of the hook saw it before and after.
struct RowTouch {
  let key: RowKey
  let old: RowImage?
  let new: RowImage?
  var isTainted: Bool
}

/// Which of the two images of a row the hook is asked for.
private enum ImageSide {
  case old, new
}

extension TableCapture {
  /// What a callback says of rows: of two where the row got another key. Nil where it cannot be
  /// told: the table has to be read again.
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
        // A blob handle writes in place; the hook says DELETE and cannot give the new bytes.
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
    // Under another key it is another row.
    return (
      RowTouch(key: old.key, old: old.image, new: nil, isTainted: isTainted),
      RowTouch(key: key, old: nil, new: image, isTainted: isTainted)
    )
  }

  /// Whether the row that an UPDATE is about to change is `image`, and can be told from others.
  func isOldImage(_ image: RowImage, on handle: OpaquePointer) -> Bool {
    guard !isUnreadable, !needsReadingAgain, !keyIndexes.isEmpty, image.count == hookIndexes.count
    else { return false }
    return withExtendedLifetime(image) {
      hookIndexes.indices.allSatisfy { index in
        cell(index, .old, on: handle).isIdentical(to: image.cell(at: index))
      }
    }
  }

  /// The columns, with those in which an UPDATE differs; nil where the row gets another key, or
  /// that cannot be told. There may be more, where one was added behind rows that do not store it.
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

  /// Copies an image. The hook's values die when the callback returns.
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
    // The hook says the integer 5 of what is inserted as 5.0.
    return RowCell(Double(Int64(bitPattern: cell.bits)))
  }

  /// A row from before ADD COLUMN stores nothing for the last columns, and the hook says NULL for
  /// what every query reads as the default. Nil where that may be and the value is not known.
  private func fillingAddedDefaults(in image: RowImage) -> RowImage? {
    var filled: [(index: Int, value: SQLiteValue)] = []
    for index in image.indices.reversed() where hookIndexes[index] != nil {
      // A stored value ends the columns that may be missing.
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
  /// Not NULL, and no text that Swift would mend into another.
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
