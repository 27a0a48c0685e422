#if PostgreSQL
import CPostgreSQL
import StateGraphRows

/// What the server answered to one transaction of a pipeline.
enum PushAnswer {
  case committed
  case failed(ServerMessage)
}

/// Sends transactions one after the other without waiting for their answers.
///
/// A transaction is BEGIN, `begin_push`, its patches, and COMMIT. A synchronisation stands before
/// COMMIT: the server skips the rest of a failed transaction up to it, and COMMIT then rolls back.
final class PushPipeline {
  struct Transaction {
    let sequence: Int64
    let identifier: String
    let statements: [PatchStatement]
  }

  private let connection: PostgreSQLConnection
  private let client: String
  private let transactions: [Transaction]
  /// How many transactions may wait for their answers. libpq buffers what it cannot send.
  private static let window = 256

  init(connection: PostgreSQLConnection, client: String, transactions: [Transaction]) {
    (self.connection, self.client, self.transactions) = (connection, client, transactions)
  }

  static let beginPush =
    "SELECT stategraph.begin_push($1::pg_catalog.uuid, $2::bigint, $3::pg_catalog.uuid, "
    + "$4::boolean)"

  /// Returns the answers up to the first failure, which is then the last one.
  ///
  /// Those behind a failed transaction have failed as well, by their numbers.
  ///
  /// - Throws: `.schemaMismatch` before any transaction is sent, or an error of the connection.
  func run() throws(ReplicationError) -> [PushAnswer] {
    try prepare()
    guard PQenterPipelineMode(connection.pointer) == 1 else { throw connection.lost }
    var answers: [PushAnswer] = []
    var (sent, received) = (0, 0)
    while received < (answers.hasFailed ? sent : transactions.count) {
      while sent < transactions.count, sent - received < Self.window, !answers.hasFailed {
        try send(transactions[sent], isLast: sent == transactions.count - 1)
        sent += 1
      }
      try connection.flush()
      let answer = try receive()
      received += 1
      if !answers.hasFailed { answers.append(answer) }
    }
    guard PQexitPipelineMode(connection.pointer) == 1 else { throw connection.lost }
    return answers
  }

  // MARK: - Preparing

  private static let fixed = ["BEGIN", "COMMIT", beginPush]

  /// Prepares each form of a statement once for the connection, outside of the transactions. An
  /// unknown table or column is found here.
  private func prepare() throws(ReplicationError) {
    var wanted = Self.fixed
    for transaction in transactions { wanted += transaction.statements.map(\.sql) }
    for sql in wanted where connection.prepared[ByteText(sql)] == nil {
      let name = "p\(connection.prepared.count)"
      guard PQsendPrepare(connection.pointer, name, sql, 0, nil) == 1 else {
        throw connection.lost
      }
      try connection.finishStatement()
      connection.prepared[ByteText(sql)] = name
    }
  }

  // MARK: - Sending

  private func send(_ transaction: Transaction, isLast: Bool) throws(ReplicationError) {
    try send("BEGIN")
    let values = [client, String(transaction.sequence), transaction.identifier, isLast ? "t" : "f"]
    try send(Self.beginPush, parameters: values.map { Array($0.utf8) })
    for statement in transaction.statements {
      try send(statement.sql, parameters: statement.parameters)
    }
    try synchronize()
    try send("COMMIT")
    try synchronize()
  }

  private func send(_ sql: String, parameters: [[UInt8]?] = []) throws(ReplicationError) {
    guard let name = connection.prepared[ByteText(sql)] else { throw connection.lost }
    let sent = connection.withParameters(parameters) { values, lengths in
      PQsendQueryPrepared(
        connection.pointer,
        name,
        Int32(parameters.count),
        values,
        lengths,
        nil,
        0
      )
    }
    guard sent == 1 else { throw connection.lost }
  }

  private func synchronize() throws(ReplicationError) {
    guard PQpipelineSync(connection.pointer) == 1 else { throw connection.lost }
  }

  // MARK: - Receiving

  private func receive() throws(ReplicationError) -> PushAnswer {
    let body = try receiveUntilSynchronization()
    let commit = try receiveUntilSynchronization()
    if let failure = body.failure ?? commit.failure { return .failed(failure) }
    guard commit.tag == "COMMIT" else {
      throw connection.unexpectedAnswer("COMMIT")
    }
    return .committed
  }

  /// Reads the results up to the next synchronisation. Returns the first error and the last tag.
  private func receiveUntilSynchronization() throws(ReplicationError) -> (
    failure: ServerMessage?, tag: String
  ) {
    var failure: ServerMessage?
    var tag = ""
    var missing = 0
    while true {
      // A nil result separates the statements. Several of them mean that nothing follows.
      guard let result = try connection.nextResult(until: nil) else {
        missing += 1
        guard missing < 4, PQstatus(connection.pointer) == CONNECTION_OK else {
          throw connection.lost
        }
        continue
      }
      missing = 0
      switch result.status {
      case PGRES_PIPELINE_SYNC: return (failure, tag)
      case PGRES_PIPELINE_ABORTED: break
      case _ where result.isError:
        if result.message.sqlState == nil { throw connection.lost }
        failure = failure ?? result.message
      default: tag = result.commandTag
      }
    }
  }
}

extension [PushAnswer] {
  fileprivate var hasFailed: Bool {
    if case .failed? = last { true } else { false }
  }
}
#endif
