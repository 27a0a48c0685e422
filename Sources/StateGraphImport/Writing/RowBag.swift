import StateGraphFormats
import StateGraphSQLite

/// The rows that a table without a primary key had before the import.
///
/// Each record takes one equal row out of the bag. A record for which no equal row is left is a new
/// row, so the same import again changes nothing. Each different row needs about 50 bytes.
///
/// Only the thread that runs the import uses this object.
final class RowBag {
  private let table: TablePlan
  private let connection: Connection
  /// The largest rowid before the import. Rows with a larger rowid are not in the bag. Nil before
  /// the first query.
  private var lastRowID: Int64?
  /// The number of rows that are left in the bag, by the digest of their values. The outer key is
  /// the set of the columns from which the digests are made.
  private var counts: [ColumnSet: [Digest: Int]] = [:]
  private let hashes = (SeededHash(), SeededHash())
  private var buffer = KeyBuffer()

  private struct Digest: Hashable {
    let high: UInt64
    let low: UInt64
  }

  init(_ table: TablePlan, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  /// Takes one row that is equal to the record out of the bag. Returns false if the bag has none.
  ///
  /// A column without a value and without a default counts as NULL.
  func take(_ cells: [Cell]) throws(DatabaseError) -> Bool {
    var compared = cells
    for index in cells.indices where table.column(index).defaultSQL == nil {
      if cells[index].isAbsent, table.column(index).generation == .none { compared[index] = .null }
    }
    let columns = ColumnSet(mentionedIn: compared)
    if counts[columns] == nil { counts[columns] = try rows(compared) }
    let digest = digest(compared)
    guard let count = counts[columns]?[digest], count > 0 else { return false }
    counts[columns]?[digest] = count - 1
    return true
  }

  private func rows(_ given: [Cell]) throws(DatabaseError) -> [Digest: Int] {
    let rowID = SQL(text: table.rowIDName ?? "rowid")
    let name: SQL = "main.\(table: table.name)"
    let last: Int64
    if let lastRowID {
      last = lastRowID
    } else if case .integer(let found)? = try connection.firstValue(
      "SELECT max(\(rowID)) FROM \(name)"
    ) {
      last = found
    } else {
      last = .min
    }
    lastRowID = last
    let columns = given.indices.filter { !given[$0].isAbsent }
    let names = columns.map { table.column($0).name }
    var found: [Digest: Int] = [:]
    let sql: SQL = "SELECT \(columns: names) FROM \(name) WHERE \(rowID) <= ?1"
    let statement = try connection.prepare(sql.text)
    defer { statement.reset() }
    try statement.bind(SQLiteValue.integer(last), at: 1)
    var cells = [Cell](repeating: .absent, count: given.count)
    while try statement.step() {
      for (position, column) in columns.enumerated() {
        cells[column] = Cell(statement.value(at: position))
      }
      found[digest(cells), default: 0] += 1
    }
    return found
  }

  private func digest(_ cells: [Cell]) -> Digest {
    let values = cells.map { cell in
      // SQLite stores -0.0 as 0.0.
      if case .real(let real) = cell, real == 0 { Cell.real(0) } else { cell }
    }
    buffer.encodeValues(of: values)
    return buffer.withBytes { Digest(high: hashes.0($0), low: hashes.1($0)) }
  }
}
