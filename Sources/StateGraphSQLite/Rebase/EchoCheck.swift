/// Compares decided local transactions with the transactions of the server that are their echoes.
///
/// A trigger, a rule or a policy of the server can leave a row as it was, although the server has
/// committed the transaction. The echo lacks the row then.
struct EchoCheck {
  let outbox: OutboxReader
  let tables: ReplicatedTables
  let connection: Connection
  /// The columns that the server has too. A table without an entry has all its columns there.
  let sentColumns: [ByteText: Set<Int>]
  /// The rows of the decided transactions, by their numbers.
  let rows: [Int64: [RowAddress]]
  /// Whether the rows of all local transactions have the server's values.
  let isOnBase: Bool

  /// The rows of a local transaction that its echo lacks until now.
  struct Echo {
    fileprivate let sequence: Int64
    fileprivate var missing: Set<RowAddress>
    /// The columns that the server has sent of a row without its other columns.
    fileprivate var parts: [RowAddress: Set<Int>] = [:]

    var isComplete: Bool { missing.isEmpty && parts.isEmpty }

    mutating func add(_ change: ServerChange) {
      let address = RowAddress(table: change.table, key: change.key)
      missing.remove(address)
      guard case .row(let row, let formerKey) = change.kind else { return }
      if let formerKey { missing.remove(RowAddress(table: change.table, key: formerKey)) }
      parts[address] = row.isComplete ? nil : Set(row.columns)
    }
  }

  /// Returns nil for a transaction that is no echo of an applied one.
  func echo(_ decision: PushDecision?) -> Echo? {
    guard case .applied(let sequence)? = decision, let rows = rows[sequence] else { return nil }
    return Echo(sequence: sequence, missing: Set(rows))
  }

  /// Returns whether the file may keep its rows. It may not if they still have the values of a
  /// local transaction that the echo lacks.
  ///
  /// On the server's values, a local transaction that wrote others is kept as a refused one.
  func accepts(_ echo: Echo) throws -> Bool {
    guard !echo.isComplete, let transaction = try transaction(of: echo) else { return true }
    var (isWhole, isChanged) = (true, false)
    try outbox.forEachChange(of: transaction) { change in
      guard let columns = missingColumns(of: change, in: echo) else { return }
      isWhole = false
      // A value that the server puts back is as ordinary as one that it sets.
      guard isOnBase, !isChanged, echo.parts[change.address] == nil else { return }
      isChanged = try differs(change, in: columns)
    }
    if isChanged {
      try RefusedTransactions(connection: connection)
        .keep(transaction, because: .changedByServer, from: outbox)
    }
    return isOnBase || isWhole
  }

  private func transaction(of echo: Echo) throws -> PendingTransaction? {
    let found = try outbox.first(after: echo.sequence - 1)
    return found?.seq == echo.sequence ? found : nil
  }

  /// Returns the columns that a change was to set, or nil if the echo has the change.
  private func missingColumns(of change: PendingChange, in echo: Echo) -> Set<Int>? {
    let part = echo.parts[change.address]
    guard part != nil || echo.missing.contains(change.address) else { return nil }
    let columns = setColumns(of: change)
    let isMissing = change.row.new == nil || !columns.isSubset(of: part ?? [])
    return isMissing ? columns : nil
  }

  private func setColumns(of change: PendingChange) -> Set<Int> {
    guard let new = change.row.new else { return [] }
    let sent = sentColumns[change.table] ?? Set(new.indices)
    return sent.filter { column in
      guard column < new.count else { return false }
      guard let old = change.row.old, column < old.count else { return true }
      return !old.isIdentical(at: column, to: new)
    }
  }

  private func differs(_ change: PendingChange, in columns: Set<Int>) throws -> Bool {
    guard let table = tables[change.table]?.schema else { return false }
    let found = try table.image(of: change.row.key, reading: connection)
    guard let current = found, let new = change.row.new else {
      return (found == nil) != (change.row.new == nil)
    }
    return columns.contains { $0 < current.count && !table.isSameValue(current, as: new, at: $0) }
  }
}

extension PendingChange {
  fileprivate var address: RowAddress { RowAddress(table: table, key: row.key) }
}

extension RefusalReason {
  /// The code is one of this library, and no one of PostgreSQL.
  fileprivate static let changedByServer = RefusalReason(
    code: "SG004",
    message: "The server has committed the write without some of its rows, or under other keys: a "
      + "trigger, a rule or a policy of the server changed it. The file has the server's rows."
  )
}
