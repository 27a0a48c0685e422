/// Writes the changes of server transactions into the file, in the order of the server.
///
/// A row whose unique value belongs to another row waits until the end of its transaction, because
/// the server may check deferrable rules only there. Foreign keys must not be enforced meanwhile,
/// because the changes already contain the effects of the server's foreign keys.
struct ServerRowWriter {
  /// A row that was deleted in order to be inserted at the end of the transaction.
  private struct WaitingRow {
    /// The place of the row in the order of insertion.
    let number: Int
    /// The complete row.
    let row: ServerRow
    let table: ReplicatedTable
  }

  private let statements: ServerRowStatements
  private let connection: Connection
  private let tables: ReplicatedTables
  private var waiting: [RowAddress: WaitingRow] = [:]
  private var waitingCount = 0

  init(_ tables: ReplicatedTables, on connection: Connection) {
    (self.tables, self.connection) = (tables, connection)
    statements = ServerRowStatements(on: connection)
  }

  /// - Throws: `.constraint` if a rule of the file refuses the row. `.replicaDiverged` if the file
  ///   lacks a row of which the server has sent only some columns.
  mutating func write(_ change: ServerChange) throws(DatabaseError) {
    // The feed also delivers tables that the file does not have.
    guard let table = tables[change.table] else { return }
    switch change.kind {
    case .deletion:
      if takeWaiting(RowAddress(table: change.table, key: change.key)) != nil { return }
      try statements.delete(change.key, from: table)
    case .truncation:
      waiting = waiting.filter { $0.key.table != change.table }
      try statements.deleteAll(from: table)
    case .row(var row, let formerKey):
      let former = formerKey ?? change.key
      let address = RowAddress(table: change.table, key: former)
      if let earlier = takeWaiting(address) { row = row.completed(by: earlier) }
      do throws(DatabaseError) {
        try write(row, to: former, of: table)
      } catch {
        guard error.code != .tooBig else { throw RebaseError.rowTooLarge(in: table.schema.name) }
        guard error.constraint?.kind == .unique || error.constraint?.kind == .primaryKey else {
          throw error
        }
        let whole = try wholeRow(row, at: former, of: table)
        try statements.delete(former, from: table)
        let now = RowAddress(table: change.table, key: change.key)
        waiting[now] = WaitingRow(number: waitingCount, row: whole, table: table)
        waitingCount += 1
      }
    }
  }

  /// Inserts the rows that wait for the end of the transaction.
  ///
  /// - Throws: `.constraint` if a rule of the file refuses a row.
  mutating func endTransaction() throws(DatabaseError) {
    guard !waiting.isEmpty else { return }
    let rows = waiting.values.sorted { $0.number < $1.number }
    waiting = [:]
    for waiting in rows { try statements.insert(waiting.row, into: waiting.table) }
  }

  private mutating func takeWaiting(_ address: RowAddress) -> ServerRow? {
    waiting.isEmpty ? nil : waiting.removeValue(forKey: address)?.row
  }

  private func write(
    _ row: ServerRow,
    to key: RowKey,
    of table: ReplicatedTable
  ) throws(DatabaseError) {
    if row.isComplete, !table.schema.hasOtherKey(key, than: row) {
      return try statements.insert(row, into: table)
    }
    if try statements.update(key, to: row, in: table) { return }
    guard row.isComplete else { throw RebaseError.replicaLacksRow(of: table.schema.name) }
    try statements.insert(row, into: table)
  }

  /// Returns the row with the values of the file in the columns that the server has not sent.
  private func wholeRow(
    _ row: ServerRow,
    at key: RowKey,
    of table: ReplicatedTable
  ) throws(DatabaseError) -> ServerRow {
    guard let current = try table.schema.image(of: key, reading: connection) else {
      guard row.isComplete else { throw RebaseError.replicaLacksRow(of: table.schema.name) }
      return row
    }
    let stored = table.schema.columns.indices.filter {
      table.schema.columns[$0].generation == .none
    }
    return row.completed(by: ServerRow(columns: stored, values: RowImage(stored, of: current)))
  }
}

extension TableSchema {
  /// Returns whether a row has another key than `key`.
  fileprivate func hasOtherKey(_ key: RowKey, than row: ServerRow) -> Bool {
    !zip(primaryKey, key.values).allSatisfy { name, value in
      guard let column = columnIndex(name), let place = row.columns.firstIndex(of: column)
      else { return true }
      return row.values.isIdentical(at: place, to: value)
    }
  }
}
