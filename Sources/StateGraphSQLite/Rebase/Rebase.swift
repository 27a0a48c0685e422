/// Brings the pending rows to the server's state, and later replays the pending transactions on the
/// server's newer state.
///
/// Call ``returnToBase()``, then write the server's changes, then call ``replay()``, all in one
/// transaction. Observers see only the net changes of that transaction. Foreign keys must not be
/// enforced meanwhile.
struct Rebase {
  let writer: WriterConnection
  let tables: ReplicatedTables
  let outbox: OutboxReader
  /// The number of the last transaction that the server had decided before.
  let decidedBefore: Int64
  /// The number of the last transaction that the server has decided now.
  let decided: Int64
  let refusesChanged: Set<ByteText>

  /// - Returns: The bases of all pending rows. The rows of the file have these values now.
  func returnToBase() throws -> UnderlyingImages {
    let bases = try UnderlyingImages(after: decidedBefore, in: outbox, on: writer)
    let targets = try bases.targets(in: tables, reading: writer)
    for step in RowTargetPlan(targets).steps { try step.run(on: writer) }
    return bases
  }

  /// Replays the undecided transactions in order, and stores the new bases of their rows.
  ///
  /// - Parameters:
  ///   - bases: The bases before the server's changes.
  /// - Returns: The transactions that do not fit the server's state, with the reasons.
  func replay(since bases: UnderlyingImages) throws -> [Int64: SetAsideReason] {
    try storeBases(of: bases)
    var setAside: [Int64: SetAsideReason] = [:]
    let replay = PendingReplay(writer: writer, tables: tables, refusesChanged: refusesChanged)
    try forEachUndecided { transaction, changes in
      setAside[transaction.seq] = try replay.run(changes)
    }
    return setAside
  }

  /// Stores the server's values of each pending row, unless the row's first pending change has them
  /// as its old image.
  private func storeBases(of bases: UnderlyingImages) throws {
    let stored = UnderlyingRows(connection: writer)
    var undecided: Set<RowAddress> = []
    try forEachUndecided { _, changes in
      for change in changes {
        let address = RowAddress(table: change.table, key: change.row.key)
        guard undecided.insert(address).inserted, let table = tables[change.table]?.schema
        else { continue }
        let base = try table.image(of: address.key, reading: writer)
        if table.isSameRow(base, as: change.row.old) {
          try stored.remove(address)
        } else {
          try stored.set(base, for: address)
        }
      }
    }
    for address in bases.images.keys where !undecided.contains(address) {
      try stored.remove(address)
    }
  }

  private func forEachUndecided(
    _ body: (PendingTransaction, [PendingChange]) throws -> Void
  ) throws {
    var next = try outbox.first(after: decided)
    while let transaction = next {
      var changes: [PendingChange] = []
      try outbox.forEachChange(of: transaction) { changes.append($0) }
      try body(transaction, changes)
      next = try outbox.next(after: transaction)
    }
  }
}

/// The tables in which the replicator keeps what the outbox does not contain.
enum RebaseTables {
  static let names = [
    UnderlyingRows.table, RefusedTransactions.table, RefusedTransactions.changesTable,
    SetAsideTable.table,
  ]

  static func create(on connection: Connection) throws(DatabaseError) {
    try UnderlyingRows.create(on: connection)
    try RefusedTransactions.create(on: connection)
    try SetAsideTable.create(on: connection)
  }

  static func drop(on connection: Connection) throws(DatabaseError) {
    for name in names { try connection.run("DROP TABLE IF EXISTS main.\(table: name)") }
  }
}
