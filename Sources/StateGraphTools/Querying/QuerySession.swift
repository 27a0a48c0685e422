import Glibc
package import StateGraphSQLite

/// Runs an SQL statement that a user typed, and writes its rows in the order in which SQLite
/// returns them. Only one thread may use a session.
package final class QuerySession {
  private let request: QueryRequest

  package init(_ request: QueryRequest) {
    self.request = request
  }

  /// Runs the statement on the database at `path`. Returns when all rows are written.
  ///
  /// - Throws: ``InspectionError`` if the statement is not valid or not allowed; `DatabaseError`
  ///   for an error of SQLite or of the file.
  package func run(path: String, to output: ByteOutput) throws -> QueryReport {
    if request.allowsWriting { return try write(path: path, to: output) }
    return try ReadSession(path: path).read { try read(on: $0, to: output) }
  }

  /// Runs the statement inside of the caller's transaction, and writes its rows.
  ///
  /// - Throws: ``InspectionError`` with the code `.refusedWrite` if the statement would change the
  ///   database or a setting.
  package func read(on connection: Connection, to output: ByteOutput) throws -> QueryReport {
    try asQuery(on: connection) {
      let statement = try compile(on: connection)
      defer { statement.reset() }
      var report = QueryReport()
      report.rows = try ResultWriter(request, statement: statement, to: output).writeRows()
      try output.flush()
      return report
    }
  }

  /// Writes the rows of the statement as a JSON array on one line, without a line feed at the end.
  func appendArray(on connection: Connection, to output: ByteOutput) throws {
    try asQuery(on: connection) {
      let statement = try compile(on: connection)
      defer { statement.reset() }
      _ = try ResultWriter(request, statement: statement, to: output).writeJSON(.line)
    }
  }

  /// Runs the statement and returns a hash of its rows, from which a watch sees that the result has
  /// changed. Two different results have the same hash with a probability of 1 in 2^64.
  package func digest(on connection: Connection) throws -> Int {
    try asQuery(on: connection) {
      let statement = try compile(on: connection)
      defer { statement.reset() }
      var hasher = Hasher()
      while try statement.step() {
        hasher.combine(0 as UInt8)
        for column in 0..<statement.columnCount { statement.hash(column, into: &hasher) }
      }
      return hasher.finalize()
    }
  }

  /// Calls `body` with the compiled statement, which has its parameters bound, inside of the
  /// caller's transaction.
  ///
  /// - Throws: The error of `body`. ``InspectionError`` with the code `.refusedWrite` if the
  ///   statement would change the database or a setting, or `.invalidQuery` if SQLite cannot
  ///   compile or run it.
  package func reading<Result>(
    on connection: Connection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try asQuery(on: connection) {
      let statement = try compile(on: connection)
      defer { statement.reset() }
      return try body(statement)
    }
  }

  private func compile(on connection: Connection) throws -> Statement {
    let statement = try connection.refusing([.setting, .foreignKeySwitch]) {
      try connection.prepare(request.sql)
    }
    try Self.requireNoControl(statement)
    // SQLite treats a REINDEX that has nothing to do as read-only. The check of the column count
    // refuses it, because a REINDEX returns no columns.
    guard statement.isReadOnly, statement.columnCount > 0,
      statement.effects.isDisjoint(with: [.schema, .setting, .foreignKeySwitch])
    else {
      throw InspectionError(
        .refusedWrite,
        "the statement writes to the database or changes a setting",
        remedy: "Pass --write to let it change the database"
      )
    }
    guard request.dates.isEmpty else {
      let dated = try DateColumn.sql(request.dates, of: statement, text: request.sql)
      let statement = try connection.prepare(dated)
      try statement.bind(request.parameters)
      return statement
    }
    try statement.bind(request.parameters)
    return statement
  }

  /// Throws an error if the statement begins or ends a transaction, or attaches a file.
  private static func requireNoControl(_ statement: Statement) throws(InspectionError) {
    guard !statement.effects.isDisjoint(with: [.transaction, .savepoint, .attach]) else { return }
    throw InspectionError(
      .misuse,
      "the statement controls a transaction or attaches a file",
      remedy: "Leave that out: each statement runs in a transaction of its own"
    )
  }

  /// The codes of SQLite errors whose cause is the SQL of the user and not the database file.
  private static let faultsOfStatement: Set<DatabaseError.Code> = [
    .invalidSQL, .misuse, .tooBig, .constraint, .typeMismatch,
  ]

  /// Runs `body`. If the user's SQL has an error, throws ``InspectionError`` with the code
  /// `.invalidQuery` instead of the error of SQLite. For an unknown table or column, its remedy
  /// names the most similar one, and for a common mistake, it says what to write.
  private func asQuery<Result>(
    on connection: Connection,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where Self.faultsOfStatement.contains(error.code) && !error.isAboutSchemaObject
    {
      let unknown = UnknownName(message: error.message, in: request.sql)
      let suggestion = try? unknown?.suggestion(for: request.sql, on: connection)
      let mistake = SQLMistake(message: error.message, in: request.sql)
      throw InspectionError(
        .invalidQuery,
        error.clause,
        remedy: suggestion ?? (try? mistake.remedy(on: connection)) ?? error.remedy
      )
    }
  }
}

// MARK: - Writing

extension QuerySession {
  /// Runs the statement in a write transaction of its own. After an error, the transaction is
  /// rolled back, and the database is unchanged.
  private func write(path: String, to output: ByteOutput) throws -> QueryReport {
    try writing(path: path) { connection, statement in
      var report = QueryReport()
      if statement.columnCount > 0 {
        report.rows = try ResultWriter(request, statement: statement, to: output).writeRows()
        try output.flush()
      } else {
        try statement.run()
      }
      if !statement.isReadOnly { report.changedRows = connection.changedRowCount }
      return report
    }
  }

  /// Calls `body` with the compiled statement, which has its parameters bound, in a write
  /// transaction of its own. After an error, the transaction is rolled back.
  ///
  /// - Throws: The errors of ``reading(on:_:)``, but the statement may write. Also the errors of
  ///   COMMIT.
  package func writing<Result>(
    path: String,
    _ body: (WriterConnection, Statement) throws -> Result
  ) throws -> Result {
    let location = try DatabaseLocation(path: path)
    guard try location.hasContent() else { throw InspectionError.noDatabase(at: path) }
    try FileInspection.check(
      location,
      migrations: nil,
      acceptsAnyApplication: request.acceptsAnyApplication,
      isToBeWritten: true
    )
    // A statement that is refused must leave no trace, so the file keeps its journal mode.
    let connection = try WriterConnection.open(location, mode: .existing)
    try connection.beginWrite()
    do {
      let result = try writing(on: connection) { try body(connection, $0) }
      try connection.commitWrite()
      return result
    } catch {
      try? connection.rollBackWrite()
      throw error
    }
  }

  /// Calls `body` with the compiled statement, which has its parameters bound, inside of the
  /// caller's write transaction.
  ///
  /// - Throws: The errors of ``reading(on:_:)``, but the statement may write.
  package func writing<Result>(
    on connection: WriterConnection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    try asQuery(on: connection) {
      let statement = try connection.refusing([.setting, .foreignKeySwitch]) {
        try connection.prepare(request.sql)
      }
      try Self.requireNoControl(statement)
      try connection.requireSafeReplacement(by: statement)
      try statement.bind(request.parameters)
      defer { statement.reset() }
      return try body(statement)
    }
  }
}
