#if PostgreSQL
/// Pushes the transactions of one file over one connection, in their order, each once.
package final class PushSession {
  package let connection: PostgreSQLConnection
  private let order: PatchOrder
  private var privileges = PushPrivileges()
  /// The random UUID of the file.
  private let client: String
  /// The number of the last transaction that the server has decided, as far as this session knows.
  package private(set) var decided: Int64

  /// Registers the file if it is new, and reads which transactions the server has decided.
  ///
  /// - Parameters:
  ///   - first: The number of the last decided transaction of a new file.
  /// - Throws: `.permission` if the client belongs to another role, or another error of the server.
  package init(
    _ connection: PostgreSQLConnection,
    client: String,
    decided first: Int64 = 0,
    order: PatchOrder
  ) throws(ReplicationError) {
    (self.connection, self.client, self.order) = (connection, client, order)
    decided = try connection.registerClient(client, decided: first)
  }

  /// Returns the identifier of a transaction that the server has decided, or nil if it has
  /// forgotten or never seen the number. It never forgets the last one.
  package func identifier(ofDecided sequence: Int64) throws(ReplicationError) -> String? {
    try connection.identifier(ofDecided: sequence, from: client)
  }

  /// Pushes transactions with consecutive numbers. Returns one outcome for each of them.
  ///
  /// The server flushes its log for the last transaction, which flushes all others, too.
  package func push(_ batch: [PushTransaction]) -> [PushOutcome] {
    var outcomes = [PushOutcome](repeating: .notSent, count: batch.count)
    var next = 0
    while next < batch.count, batch[next].sequence <= decided {
      outcomes[next] = .alreadyDecided
      next += 1
    }
    var (size, inSteps) = (batch.count, false)
    while next < batch.count {
      let answers: [PushAnswer]
      do {
        let part = batch[next...].prefix(size)
        try privileges.check(part, connection: connection)
        answers = try pipeline(part, inSteps: inSteps).run()
      } catch {
        // The server cannot plan a statement. Only its own transaction is refused.
        guard error.code == .serverError, PushReaction(error.sqlState) == .refuse else {
          outcomes[next] = outcome(of: error)
          return outcomes
        }
        if size == 1, inSteps || error.sqlState != .featureNotSupported {
          outcomes[next] = refuse(batch[next], because: error)
          guard case .refused = outcomes[next] else { return outcomes }
          next += 1
        } else {
          // The table of a transaction that is alone can have a rule.
          inSteps = size == 1
        }
        size = 1
        continue
      }
      for answer in answers {
        guard case .failed(let message) = answer else {
          outcomes[next] = .applied
          decided = batch[next].sequence
          next += 1
          continue
        }
        outcomes[next] = decide(batch[next], message: message)
        guard case .refused = outcomes[next] else {
          guard case .applied = outcomes[next] else { return outcomes }
          next += 1
          break
        }
        next += 1
        break
      }
    }
    return outcomes
  }

  /// Refuses a transaction that cannot be sent, because the server cannot store a value of it.
  package func refuse(_ transaction: PushTransaction, because error: ReplicationError?)
    -> PushOutcome
  {
    guard transaction.sequence > decided else { return .alreadyDecided }
    let refusal = Refusal(
      sqlState: error?.sqlState ?? .valueOutOfRange,
      message: error?.message ?? "",
      constraint: nil,
      table: nil,
      column: nil
    )
    do {
      try refuse(transaction, refusal: refusal)
    } catch {
      return outcome(of: error)
    }
    decided = transaction.sequence
    return .refused(refusal)
  }

  /// Makes the server commit a transaction that the feed of this file delivers.
  ///
  /// - Returns: The feed has everything that was committed before this call when it is at or behind
  ///   this position.
  package func touch() throws(ReplicationError) -> LogPosition {
    let rows = try connection.query("SELECT pg_catalog.pg_current_wal_insert_lsn()", parameters: [])
    guard let position = rows.first?.first.flatMap({ $0.flatMap { LogPosition($0) } }) else {
      throw connection.unexpectedAnswer("pg_current_wal_insert_lsn")
    }
    try connection.query(
      "SELECT stategraph.touch_client($1::pg_catalog.uuid)",
      parameters: [client]
    )
    return position
  }

  private func pipeline(
    _ batch: ArraySlice<PushTransaction>,
    as arrangement: PatchOrder.Arrangement = .insertsUpdatesDeletes,
    inSteps: Bool = false
  ) -> PushPipeline {
    PushPipeline(
      connection: connection,
      client: client,
      transactions: batch.map { transaction in
        PushPipeline.Transaction(
          sequence: transaction.sequence,
          identifier: transaction.identifier,
          statements: order.sorted(transaction.patches, as: arrangement).flatMap {
            inSteps ? PatchStatement.inSteps($0) : [PatchStatement($0)]
          }
        )
      }
    )
  }

  /// Sends a transaction whose rows exclude or need each other again, in other orders of its
  /// patches.
  ///
  /// - Returns: The error of the last attempt, or nil if the server has applied the transaction.
  private func sendInOtherOrders(
    _ transaction: PushTransaction,
    after message: ServerMessage
  ) throws(ReplicationError) -> ServerMessage? {
    for arrangement in [PatchOrder.Arrangement.deletesInsertsUpdates, .deletesUpdatesInserts] {
      guard case .failed(let again)? = try pipeline([transaction], as: arrangement).run().first
      else { return nil }
      // An order that breaks a foreign key says nothing about the transaction.
      guard let state = again.sqlState, PatchRounds.states.contains(state) else { return again }
    }
    let rounds = PatchRounds(
      connection: connection,
      client: client,
      patches: order.sorted(transaction.patches, as: .deletesUpdatesInserts)
    )
    return try rounds.run(transaction) ? nil : message
  }

  /// Decides about the first transaction that failed. Those behind it failed by their number.
  private func decide(_ transaction: PushTransaction, message: ServerMessage) -> PushOutcome {
    var message = message
    // Another order of one patch does not exist.
    if let state = message.sqlState, PatchRounds.states.contains(state),
      transaction.patches.count > 1
    {
      do {
        guard let again = try sendInOtherOrders(transaction, after: message) else {
          decided = transaction.sequence
          return .applied
        }
        message = again
      } catch {
        return outcome(of: error)
      }
    }
    switch PushReaction(message.sqlState) {
    case .refuse:
      guard let state = message.sqlState else { return .tryAgain(message.error) }
      let refusal = Refusal(
        sqlState: state,
        message: message.text,
        constraint: message.constraint,
        table: message.table,
        column: message.column
      )
      do {
        try requirePrivileges(of: transaction, after: state)
        try refuse(transaction, refusal: refusal)
      } catch {
        return outcome(of: error)
      }
      decided = transaction.sequence
      return .refused(refusal)
    case .stop:
      let error = message.error
      return .stopped(
        error.code == .permission || error.code == .schemaMismatch
          ? error
          : ReplicationError(
            .schemaMismatch,
            error.message,
            remedy: error.remedy,
            sqlState: error.sqlState
          )
      )
    // The number of the first transaction was wrong: another file has the identity of this one.
    case .sendAgain:
      return .tryAgain(
        ReplicationError(
          .needsReconcile,
          "The server has decided other writes under the numbers of this file.",
          remedy: "Reconcile the file, which then gets a new identity."
        )
      )
    case .tryAgain: return .tryAgain(message.error)
    }
  }

  /// A privilege can be lost after its check. Otherwise, a policy or a trigger refuses the row.
  private func requirePrivileges(
    of transaction: PushTransaction,
    after state: SQLState
  ) throws(ReplicationError) {
    guard state == .insufficientPrivilege else { return }
    privileges = PushPrivileges()
    try privileges.check([transaction], connection: connection)
  }

  /// Moves the number and stores the refusal, in a transaction of its own.
  private func refuse(
    _ transaction: PushTransaction,
    refusal: Refusal
  ) throws(ReplicationError) {
    try connection.query(
      """
      SELECT stategraph.refuse_push(
        $1::pg_catalog.uuid, $2::bigint, $3::pg_catalog.uuid, $4::pg_catalog.text,
        $5::pg_catalog.text, $6::pg_catalog.text, $7::pg_catalog.text, $8::pg_catalog.text
      )
      """,
      parameters: [
        client, String(transaction.sequence), transaction.identifier, refusal.sqlState.code,
        refusal.message, refusal.constraint, refusal.table, refusal.column,
      ]
    )
  }

  private func outcome(of error: ReplicationError) -> PushOutcome {
    switch error.code {
    case .schemaMismatch, .permission, .authenticationFailed: .stopped(error)
    default:
      // The preparation of a statement finds that the schema does not fit.
      error.sqlState?.errorClass == "42" ? .stopped(error) : .tryAgain(error)
    }
  }
}
#endif
