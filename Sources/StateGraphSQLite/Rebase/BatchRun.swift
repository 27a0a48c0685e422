/// Writes a batch of the server into the file, in the open transaction of the writer.
///
/// If the run throws, the caller must roll the transaction back and discard `memory`.
struct BatchRun {
  let writer: WriterConnection
  let outbox: OutboxReader
  let memory: ReplicaMemory
  /// The number of the last transaction that the server had decided before the batch.
  let decidedBefore: Int64
  let refusesChanged: Set<ByteText>
  /// The columns that the server has too, by the name of the table.
  let sentColumns: [ByteText: Set<Int>]

  /// Writes the changes, and replays the pending transactions if it is necessary.
  ///
  /// - Parameters:
  ///   - decisions: The server's new decisions about local transactions, in order.
  ///   - mustReplay: Whether to replay the pending transactions in any case.
  ///   - stage: Writes the server's changes. Called again after a rollback if the first call has
  ///     returned false, or thrown `.constraint` or `.replicaDiverged`.
  /// - Returns: The number of the last decided transaction.
  /// - Throws: `.schemaMismatch` if a rule of the file refuses a row of the server.
  func apply(
    _ decisions: [PushDecision],
    mustReplay: Bool,
    stage: any ServerStage
  ) throws -> Int64 {
    let refusals = try decisions.compactMap { try refusedTransaction($0) }
    let decided = decisions.last?.sequence ?? decidedBefore
    let rowsByNumber = memory.pending.remove(through: decided)
    let decidedRows = Set(rowsByNumber.values.joined())
    for refusal in refusals {
      try RefusedTransactions(connection: writer)
        .keep(refusal.transaction, because: refusal.reason, from: outbox)
    }
    let rebases =
      mustReplay || memory.hasSetAside || !refusals.isEmpty
      || decidedRows.contains(where: memory.pending.contains)
    try writer.withoutForeignKeys {
      if !rebases, try writeDirectly(stage, comparing: echoes(rowsByNumber, isOnBase: false)) {
        try forgetBases(of: decidedRows)
      } else {
        try rebase(to: decided, stage, comparing: echoes(rowsByNumber, isOnBase: true))
      }
    }
    return decided
  }

  private func echoes(_ rows: [Int64: [RowAddress]], isOnBase: Bool) -> EchoCheck {
    EchoCheck(
      outbox: outbox,
      tables: memory.tables,
      connection: writer,
      sentColumns: sentColumns,
      rows: rows,
      isOnBase: isOnBase
    )
  }

  private func refusedTransaction(
    _ decision: PushDecision
  ) throws -> (transaction: PendingTransaction, reason: RefusalReason)? {
    guard case .refused(let sequence, let reason) = decision else { return nil }
    guard let transaction = try outbox.first(after: sequence - 1), transaction.seq == sequence
    else { throw RebaseError.unknownDecision(sequence) }
    return (transaction, reason)
  }

  // MARK: Without a replay

  private static let savepoint = "stategraph_apply"

  /// Writes the changes beside the local writes, which stay in the file.
  ///
  /// The earlier transactions of the batch do not know the local writes that a later one decides.
  /// The rows of both can exclude each other.
  ///
  /// - Returns: False if a change concerns a local write, or if the server has decided a local
  ///   write without some of its rows. Nothing is changed then.
  private func writeDirectly(_ stage: any ServerStage, comparing echoes: EchoCheck) throws -> Bool {
    if memory.pending.isEmpty, echoes.rows.isEmpty {
      _ = try requiringRules { try stage.write(unless: nil, comparing: echoes) }
      return true
    }
    let condition =
      memory.pending.isEmpty
      ? nil : RebaseCondition(pending: memory.pending, tables: memory.tables)
    let mark = writer.changeLog.position
    try writer.run("SAVEPOINT \(column: BatchRun.savepoint)")
    var isWritten = false
    do {
      isWritten = try stage.write(unless: condition, comparing: echoes)
    } catch DatabaseError.Code.constraint, DatabaseError.Code.replicaDiverged {
      // The rows of the server and of a local write exclude each other, or a local write has
      // deleted a row of the server.
    }
    if !isWritten {
      writer.changeLog.taint(since: mark)
      try writer.run("ROLLBACK TO \(column: BatchRun.savepoint)")
    }
    try writer.run("RELEASE \(column: BatchRun.savepoint)")
    return isWritten
  }

  private func forgetBases(of rows: Set<RowAddress>) throws(DatabaseError) {
    let bases = UnderlyingRows(connection: writer)
    guard !rows.isEmpty, try !bases.isEmpty else { return }
    for row in rows { try bases.remove(row) }
  }

  // MARK: With a replay

  private func rebase(
    to decided: Int64,
    _ stage: any ServerStage,
    comparing echoes: EchoCheck
  ) throws {
    let rebase = Rebase(
      writer: writer,
      tables: memory.tables,
      outbox: outbox,
      decidedBefore: decidedBefore,
      decided: decided,
      refusesChanged: refusesChanged
    )
    let bases = try rebase.returnToBase()
    _ = try requiringRules { try stage.write(unless: nil, comparing: echoes) }
    let setAside = try rebase.replay(since: bases)
    if memory.hasSetAside || !setAside.isEmpty {
      try SetAsideTable.replace(with: setAside, on: writer)
    }
    memory.hasSetAside = !setAside.isEmpty
  }

  /// Rethrows a violated rule as a mismatch of the schemas, because the server has accepted the
  /// row.
  private func requiringRules(_ body: () throws -> Bool) throws -> Bool {
    do {
      return try body()
    } catch let error as DatabaseError where error.code == .constraint {
      throw RebaseError.serverRowRefused(error)
    }
  }
}

/// The part of a batch that writes the server's rows: the changes of transactions, or the
/// differences from a complete copy.
protocol ServerStage {
  /// - Parameters:
  ///   - condition: Stops the stage at the first change that meets the condition.
  ///   - echoes: Stops the stage at an echo that lacks rows of its local transaction.
  /// - Returns: Whether the stage has written everything.
  func write(unless condition: RebaseCondition?, comparing echoes: EchoCheck) throws -> Bool
}
