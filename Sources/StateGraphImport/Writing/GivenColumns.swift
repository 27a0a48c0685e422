/// Remembers which columns of which rows the inputs of an import have given a value.
///
/// With it, the import distinguishes a second version of a row from a value that was in the file
/// before. The set of columns is nearly the same for all records of a table, so there is one set of
/// rows for each set of columns.
struct GivenColumns {
  /// The maximum number of different sets of columns. The limit bounds the time of a look-up.
  private static let shapeLimit = 32

  private var rows: [ColumnSet: IdentifierSet] = [:]
  private var keyCount = 0
  /// The maximum number of rows without a rowid. Each of them needs about 40 bytes.
  ///
  /// Versions of later rows are not recognised, unless an earlier version differed from the file.
  private let keyLimit: Int

  init(keyLimit: Int) { self.keyLimit = keyLimit }

  /// Remembers that a record has values for `columns` of a row.
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

  /// Returns the sets of columns that earlier records have given this row.
  func columns(rowID: Int64?, key: KeyBuffer) -> [ColumnSet] {
    rows.compactMap { columns, rows in
      let isGiven = rowID.map { rows.contains(rowID: $0) } ?? rows.contains(key: key.bytes)
      return isGiven ? columns : nil
    }
  }
}
