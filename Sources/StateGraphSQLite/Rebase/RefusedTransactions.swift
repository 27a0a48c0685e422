/// The local transactions that the server has refused, in the tables `stategraph_refused` and
/// `stategraph_refused_changes`.
///
/// They stay there with their rows until the app sends them again or discards them.
struct RefusedTransactions {
  static let table = LibraryTable.refused
  static let changesTable = LibraryTable.refusedChanges
  /// The number of bytes after which the changes of a transaction continue in another row.
  private static let bytesPerChunk = 1 << 20

  let connection: Connection

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: table) (
        seq INTEGER PRIMARY KEY NOT NULL,
        tx BLOB NOT NULL,
        code TEXT NOT NULL,
        message TEXT NOT NULL
      ) STRICT
      """
    )
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: changesTable) (
        seq INTEGER NOT NULL,
        number INTEGER NOT NULL,
        changes BLOB NOT NULL,
        PRIMARY KEY (seq, number)
      ) STRICT, WITHOUT ROWID
      """
    )
  }

  /// Copies a transaction of the outbox, before the outbox forgets it.
  func keep(
    _ transaction: PendingTransaction,
    because reason: RefusalReason,
    from outbox: OutboxReader
  ) throws {
    try connection.run(
      """
      INSERT INTO main.\(table: RefusedTransactions.table) (seq, tx, code, message)
      VALUES (
        \(transaction.seq), \(SQLiteValue.blob(transaction.id.bytes)), \(reason.code),
        \(reason.message))
      """
    )
    var (part, byteCount, number): ([ByteText: [RowChange]], Int, Int64) = ([:], 0, 0)
    func endPart() throws(DatabaseError) {
      guard !part.isEmpty else { return }
      var changeSet = ChangeSet()
      changeSet.tables = part.mapValues { .rows($0) }
      let bytes = ChangeSetEncoder(changeSet, bytesPerTable: .max).bytes
      try connection.run(
        """
        INSERT INTO main.\(table: RefusedTransactions.changesTable) (seq, number, changes)
        VALUES (\(transaction.seq), \(number), \(SQLiteValue.blob(bytes)))
        """
      )
      (part, byteCount, number) = ([:], 0, number + 1)
    }
    try outbox.forEachChange(of: transaction) { change in
      byteCount += 64 + (change.row.old?.payloadSize ?? 0) + (change.row.new?.payloadSize ?? 0)
      part[change.table, default: []].append(change.row)
      if byteCount >= RefusedTransactions.bytesPerChunk { try endPart() }
    }
    try endPart()
  }

  /// Calls `body` with the changes of a refused transaction.
  ///
  /// - Throws: `.corrupt` if the stored changes are damaged.
  func forEachChange(of sequence: Int64, _ body: (PendingChange) throws -> Void) throws {
    let statement = try connection.prepare(
      """
      SELECT changes FROM main.\(table: RefusedTransactions.changesTable)
      WHERE seq = \(sequence) ORDER BY number
      """
    )
    defer { statement.reset() }
    while try statement.step() {
      guard let changeSet = try? ChangeSetDecoder.decode(statement.bytes(at: 0)) else {
        throw RebaseError.damagedRebaseTable(RefusedTransactions.changesTable)
      }
      for (table, changes) in changeSet.tables.sorted(by: { $0.key < $1.key }) {
        guard case .rows(let rows) = changes else {
          throw RebaseError.damagedRebaseTable(RefusedTransactions.changesTable)
        }
        for row in rows { try body(PendingChange(table: table, row: row)) }
      }
    }
  }

  /// Returns the numbers and reasons, in the order of the numbers.
  func all() throws(DatabaseError) -> [(sequence: Int64, reason: RefusalReason)] {
    let statement = try connection.prepare(
      "SELECT seq, code, message FROM main.\(table: RefusedTransactions.table) ORDER BY seq"
    )
    defer { statement.reset() }
    var result: [(sequence: Int64, reason: RefusalReason)] = []
    while try statement.step() {
      let reason = RefusalReason(code: statement.text(at: 1), message: statement.text(at: 2))
      result.append((statement.integer(at: 0), reason))
    }
    return result
  }

  func contains(_ sequence: Int64) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.\(table: RefusedTransactions.table) WHERE seq = \(sequence)"
    ) != nil
  }

  /// Deletes a refused transaction. Does nothing if it is not there.
  func discard(_ sequence: Int64) throws(DatabaseError) {
    for table in [RefusedTransactions.changesTable, RefusedTransactions.table] {
      try connection.run("DELETE FROM main.\(table: table) WHERE seq = \(sequence)")
    }
  }
}

/// The change of one row in a local write that the server has refused.
public struct RefusedChange: Sendable {
  /// The name of the table.
  public let table: String
  /// The row before the write, or nil if the write has inserted the row.
  public let old: SQLiteRow?
  /// The row after the write, or nil if the write has deleted the row.
  public let new: SQLiteRow?

  /// - Parameter columns: The names of the table's columns. A column that the table no longer has
  ///   gets its number as its name.
  init(_ change: PendingChange, columns: [String]) {
    table = change.table.string
    func row(_ image: RowImage?) -> SQLiteRow? {
      guard let image else { return nil }
      let values = (0..<image.count).map { image[$0] }
      let names = values.indices.map { columns.indices.contains($0) ? columns[$0] : "\($0)" }
      return SQLiteRow(columns: names, values: values)
    }
    (old, new) = (row(change.row.old), row(change.row.new))
  }
}
