#if PostgreSQL
import CPostgreSQL

extension PostgreSQLConnection {
  /// The longest wait for the answer to a short statement. A server that does not answer counts as
  /// lost, also if its machine still answers.
  package static let answerLimit = Duration.seconds(60)

  /// Runs a statement without parameters. Returns its rows as text.
  ///
  /// - Parameter end: When the wait for the answer ends, or nil to wait without a limit.
  /// - Throws: The server's error, `.connectionLost` or `.interrupted`.
  @discardableResult
  package func execute(
    _ sql: String,
    until end: ContinuousClock.Instant? = .now + PostgreSQLConnection.answerLimit
  ) throws(ReplicationError) -> [[String?]] {
    guard PQsendQuery(pointer, sql) == 1 else { throw lost }
    return try results(until: end)
  }

  /// Runs a statement with parameters in text format. Returns its rows as text.
  ///
  /// - Parameter end: When the wait for the answer ends, or nil to wait without a limit.
  @discardableResult
  package func query(
    _ sql: String,
    parameters: [String?],
    until end: ContinuousClock.Instant? = .now + PostgreSQLConnection.answerLimit
  ) throws(ReplicationError) -> [[String?]] {
    let sent = withParameters(parameters.map { $0.map { Array($0.utf8) } }) { values, lengths in
      PQsendQueryParams(
        pointer,
        sql,
        Int32(parameters.count),
        nil,
        values,
        lengths,
        nil,
        0
      )
    }
    guard sent == 1 else { throw lost }
    return try results(until: end)
  }

  private func results(
    until end: ContinuousClock.Instant?
  ) throws(ReplicationError) -> [[String?]] {
    try flush(until: end)
    var rows: [[String?]] = []
    var failure: ServerMessage?
    while let result = try nextResult(until: end) {
      if result.isError {
        failure = failure ?? result.message
      } else if result.isCopy {
        // libpq gives this result again and again until the COPY is read.
        throw unexpectedAnswer("a statement")
      } else {
        rows = result.rows
      }
    }
    if let failure {
      // The server ends a connection with an error that libpq returns as a result.
      if PQstatus(pointer) == CONNECTION_BAD, failure.sqlState == nil { throw lost }
      throw failure.error
    }
    return rows
  }

  /// Waits for the end of a statement whose rows do not matter.
  func finishStatement() throws(ReplicationError) {
    _ = try results(until: .now + PostgreSQLConnection.answerLimit)
  }

  /// Returns the next result of the sent statement, or nil at its end.
  func nextResult(until end: ContinuousClock.Instant?) throws(ReplicationError) -> ServerResult? {
    while PQisBusy(pointer) == 1 { try waitAndRead(for: .reading, until: end) }
    return PQgetResult(pointer).map { ServerResult($0) }
  }

  /// Calls `body` with pointers to the parameters, each with a zero byte at its end.
  ///
  /// The text format ends at the first zero byte, so a text must not contain one.
  func withParameters<Result>(
    _ parameters: [[UInt8]?],
    body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?) -> Result
  ) -> Result {
    let size = parameters.reduce(1) { $0 + ($1?.count ?? 0) + 1 }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { memory in
      var position = 0
      let values = parameters.map { bytes -> UnsafePointer<CChar>? in
        guard let bytes, let base = memory.baseAddress else { return nil }
        let start = base + position
        for byte in bytes {
          memory[position] = CChar(bitPattern: byte)
          position += 1
        }
        memory[position] = 0
        position += 1
        return UnsafePointer(start)
      }
      let lengths = parameters.map { Int32($0?.count ?? 0) }
      return body(values, lengths)
    }
  }
}
#endif
