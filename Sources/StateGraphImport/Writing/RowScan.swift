import Glibc
import StateGraphSQLite

/// Finds the rows that records do not change, without a search for their keys, if the records are
/// in the order of the rows. This is so if a file is imported again.
///
/// A record is compared with the row behind the row of the record before. The comparison shows only
/// that all values are equal. In any other case, the writer queries the row of the record.
///
/// Only the thread that runs the import uses this object.
final class RowScan {
  private let table: TablePlan
  private let rowIDName: String
  private let connection: Connection
  private var statement: Statement?
  /// The statements for the columns that `statement` returns.
  @exclusivity(unchecked) private var statements: RowStatements?
  /// The rowid of the row of the last record. Nil if it is not known.
  @exclusivity(unchecked) private var rowID: Int64?
  @exclusivity(unchecked) private var isRunning = false
  /// The number of records that are not compared, because earlier records were in another order.
  @exclusivity(unchecked) private var pause = 0
  @exclusivity(unchecked) private var misses = 0

  /// Returns nil if the table has no rowids, or too many columns for a query of them and the rowid.
  init?(_ table: TablePlan, on connection: Connection) {
    guard let name = table.rowIDName, table.schema.columns.count < 1_000 else { return nil }
    (self.table, rowIDName, self.connection) = (table, name, connection)
  }

  /// Returns the rowid of the next row if it has the key and all values of the record. Nil if this
  /// is not known.
  func nextRow(
    equalTo cells: [Cell],
    statements: RowStatements
  ) throws(DatabaseError) -> Int64? {
    guard !statements.replaces, pause == 0 else {
      pause = max(0, pause - 1)
      return nil
    }
    guard let statement = try running(statements) else { return nil }
    if try statement.step(), statement.hasValues(cells, columns: statements.columns) {
      misses = 0
      return statement.integer(at: 0)
    }
    end()
    misses = min(misses + 1, 10)
    pause = 1 << misses
    return nil
  }

  /// Continues the scan behind the row of the last record, which the writer has queried.
  func moveBehind(_ rowID: Int64?) {
    if !isRunning { self.rowID = rowID }
  }

  /// Ends the statement, so that the transaction can end.
  func end() {
    statement?.reset()
    (isRunning, rowID) = (false, nil)
  }

  private func running(_ statements: RowStatements) throws(DatabaseError) -> Statement? {
    if isRunning, statements === self.statements { return statement }
    guard let rowID else { return nil }
    if statement == nil || statements !== self.statements {
      let names = statements.columns.map { table.column($0).name }
      let query: SQL = """
        SELECT \(SQL(text: rowIDName)), \(columns: names) FROM main.\(table: table.name)
        WHERE \(SQL(text: rowIDName)) > ?1 ORDER BY \(SQL(text: rowIDName))
        """
      statement = try connection.prepare(query.text)
      self.statements = statements
    }
    try statement?.bind(rowID, at: 1)
    isRunning = true
    return statement
  }
}

extension Statement {
  /// Returns whether the current row has the values of a record in the result columns behind the
  /// first one. NULL changes no value.
  fileprivate func hasValues(_ cells: [Cell], columns: [Int]) -> Bool {
    for position in columns.indices {
      let stored = storageClass(at: position + 1)
      let isSame =
        switch cells[columns[position]] {
        case .absent, .null: true
        case .integer(let integer): stored == .integer && self.integer(at: position + 1) == integer
        case .real(let real): stored == .real && self.real(at: position + 1) == real
        case .bytes(let text): stored == .text && bytes(at: position + 1).hasBytes(of: text)
        case .text(var text):
          stored == .text
            && text.withUTF8 {
              bytes(at: position + 1).hasBytes(of: UnsafeRawBufferPointer($0))
            }
        case .blob(let blob):
          stored == .blob && blob.withUnsafeBytes { bytes(at: position + 1).hasBytes(of: $0) }
        }
      guard isSame else { return false }
    }
    return true
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress
    else { return count == other.count }
    return memcmp(start, otherStart, count) == 0
  }
}
