import StateGraphSQLite

/// The records that a reader has read before the import writes them.
protocol RowsAhead {
  /// Returns whether so many valid records follow the current one.
  func hasRecords(ahead count: Int) -> Bool

  /// Copies the values of a record behind the current one. The texts are valid until the reader has
  /// moved past this record.
  func copyCells(ahead offset: Int, to cells: inout [Cell])
}

/// Inserts the rows of several consecutive records into one table by one statement.
///
/// SQLite then opens the table and searches its end once for all of them. The statement inserts
/// all rows or none. If it fails, the import writes the same records one by one, which finds the
/// records with known keys, and the record with the error.
///
/// Only the thread that runs the import uses this object.
final class RowGroup {
  /// The number of records in a group.
  static let count = 32
  /// The maximum number of values in a group.
  private static let valueLimit = 4_000

  private let table: TablePlan
  private let connection: Connection
  /// The values of the records. The texts are in the memory of the reader.
  @exclusivity(unchecked) private(set) var rows: [[Cell]]
  /// The columns for which all records of the group have a value or NULL.
  private var columns: ColumnSet?
  private var indexes: [Int] = []
  private var statement: Statement?
  /// The number of records that are written one by one before the next group.
  @exclusivity(unchecked) private var pause = 0
  private var nextPause = count

  /// Returns nil if a group could have another effect than its records one by one.
  init?(
    _ table: TablePlan,
    request: ImportRequest,
    on connection: Connection
  ) throws(DatabaseError) {
    // Without a key, each record is compared with the rows that the table had before.
    if table.keyIndexes.isEmpty, request.missingKeys == .content { return nil }
    guard let rowID = table.rowIDName, table.foreignKeys.isEmpty,
      table.schema.columns.count * Self.count <= Self.valueLimit,
      try !connection.hasTriggers(onTable: table.name)
    else { return nil }
    // Above the largest rowid, SQLite chooses rowids at random.
    let isFull = try connection.firstValue(
      "SELECT max(\(SQL(text: rowID))) > 1 << 62 FROM main.\(table: table.name)"
    )
    guard isFull != .integer(1) else { return nil }
    (self.table, self.connection) = (table, connection)
    let row = [Cell](repeating: .absent, count: table.schema.columns.count)
    rows = [[Cell]](repeating: row, count: Self.count)
  }

  /// Takes the current record of a reader and the records behind it.
  ///
  /// Returns false if the reader has not read so many records, or if the records do not all have
  /// their keys and the same columns.
  func fill(from reader: some RowsAhead) -> Bool {
    guard pause == 0 else {
      pause -= 1
      return false
    }
    guard reader.hasRecords(ahead: Self.count - 1) else { return false }
    var isUsable = true
    for offset in rows.indices where isUsable {
      reader.copyCells(ahead: offset, to: &rows[offset])
      let found = ColumnSet(mentionedIn: rows[offset])
      if columns != found {
        isUsable = offset == 0
        if isUsable { prepare(for: found) }
      }
      isUsable = isUsable && table.keyIndexes.allSatisfy { rows[offset][$0].hasValue }
    }
    if !isUsable { pause = Self.count - 1 }
    return isUsable
  }

  private func prepare(for found: ColumnSet) {
    (columns, statement) = (found, nil)
    indexes = rows[0].indices.filter { found.contains($0) }
  }

  /// Inserts the rows, and returns their rowids. Returns nil if a row violates a constraint. No row
  /// was then inserted.
  func insert() throws(DatabaseError) -> [Int64]? {
    let statement: Statement
    if let known = self.statement {
      statement = known
    } else {
      statement = try connection.prepare(insertion.text)
      self.statement = statement
    }
    do throws(DatabaseError) {
      var position = 0
      for row in rows {
        for index in indexes {
          position += 1
          try statement.bind(row[index], at: position)
        }
      }
      try statement.run()
    } catch {
      guard !connection.isAutocommit else { throw error }
      pause = nextPause
      nextPause = min(2 * nextPause, 1 << 16)
      return nil
    }
    nextPause = Self.count
    if table.keyIsRowID {
      return rows.compactMap { row in
        if case .integer(let rowID) = row[table.keyIndexes[0]] { rowID } else { nil }
      }
    }
    let last = connection.lastInsertedRowID
    return Array((last - Int64(Self.count) + 1)...last)
  }

  /// OR ABORT replaces the conflict clauses of all constraints, so that a failure inserts nothing.
  private var insertion: SQL {
    let names = indexes.map { table.column($0).name }
    let values = (0..<Self.count).map { row -> SQL in
      let first = row * indexes.count
      return "(\(indexes.indices.map { RowStatements.parameter(first + $0) }, separator: ", "))"
    }
    return """
      INSERT OR ABORT INTO main.\(table: table.name) (\(columns: names))
      VALUES \(values, separator: ", ")
      """
  }
}
