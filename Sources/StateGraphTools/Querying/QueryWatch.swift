package import StateGraphSQLite

/// Prints the result of a query, and prints it again each time that the result changes. A
/// ``DatabaseWatch`` calls ``poll(on:_:)`` after each change of the database.
package final class QueryWatch {
  private let request: QueryRequest
  private let query: QuerySession
  private let isScreen: Bool
  private let limit: Int?
  /// The hash of the result that was printed last, or nil if no result was printed.
  private var last: Int?
  private var resultCount = 0

  /// Creates a watch of the query `request`.
  ///
  /// - Parameters:
  ///   - request: The query to repeat.
  ///   - isScreen: Whether the output is a terminal. If true, the terminal is cleared before each
  ///     result.
  ///   - limit: The number of results to print, or nil for no limit.
  package init(_ request: QueryRequest, isScreen: Bool, limit: Int?) {
    self.request = request
    self.isScreen = isScreen
    self.limit = limit
    query = QuerySession(request)
  }

  /// Runs the query, and prints the result if it differs from the result that was printed last.
  ///
  /// - Returns: Whether to continue. False if the number of printed results has reached the limit.
  package func poll(on connection: Connection, _ output: ByteOutput) throws -> Bool {
    let digest = try query.digest(on: connection)
    guard digest != last else { return true }
    last = digest
    resultCount += 1
    if request.format == .jsonl {
      try output.append("{\"version\":1,\"command\":\"query\",\"result\":\(resultCount),\"rows\":")
      try query.appendArray(on: connection, to: output)
      try output.append("}\n")
      try output.flush()
    } else {
      // These escape sequences move the cursor to the upper left corner, and clear the screen and
      // the lines above it.
      if isScreen { try output.append("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
      if !isScreen, resultCount > 1 { try output.append("\n") }
      _ = try query.read(on: connection, to: output)
    }
    return limit.map { resultCount < $0 } ?? true
  }
}
