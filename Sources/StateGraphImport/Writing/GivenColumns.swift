/// Records which columns of which rows have received a value from the inputs of an import.
///
/// The import uses it to distinguish a second version of a row from a value that was in the file
/// before. Nearly all records of a table have values for the same columns. The rows are therefore
/// grouped by their set of columns.
struct GivenColumns {
  /// The maximum number of different sets of columns. The limit bounds the time of a look-up.
  private static let shapeLimit = 32

  private var rows: [ColumnSet: IdentifierSet] = [:]
  private var keyCount = 0
  /// The maximum number of stored rows of a table without rowids. Each row needs about 40 bytes.
  ///
  /// The import does not report different versions of the rows beyond this number.
  private let keyLimit: Int

  init(keyLimit: Int) { self.keyLimit = keyLimit }

  /// The same limits, without rows.
  var emptied: GivenColumns { GivenColumns(keyLimit: keyLimit) }

  /// Stores that a record has values for `columns` of a row.
  ///
  /// - Parameters:
  ///   - rowID: The rowid of the row. Nil if its table has no rowids.
  ///   - key: The primary key of the row, for a table without rowids.
  mutating func insert(_ columns: ColumnSet, rowID: Int64?, key: KeyBuffer) {
    if rows[columns] == nil, rows.count >= Self.shapeLimit { return }
    if let rowID {
      _ = rows[columns, default: IdentifierSet()].insert(rowID: rowID)
    } else if keyCount < keyLimit,
      rows[columns, default: IdentifierSet()].insert(key: key.bytes)
    {
      keyCount += 1
    }
  }

  /// Returns whether a record has, or may have, written a row. If the limit of the stored rows is
  /// reached, any row may be one.
  func mayContain(rowID: Int64?, key: KeyBuffer) -> Bool {
    keyCount >= keyLimit || rows.count >= Self.shapeLimit
      || !columns(rowID: rowID, key: key).isEmpty
  }

  /// Returns the sets of columns in which earlier records have given this row a value.
  ///
  /// The result contains one set for all records with values for the same columns.
  func columns(rowID: Int64?, key: KeyBuffer) -> [ColumnSet] {
    rows.compactMap { columns, rows in
      let isGiven = rowID.map { rows.contains(rowID: $0) } ?? rows.contains(key: key.bytes)
      return isGiven ? columns : nil
    }
  }
}
