import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// SQL that the user typed, with the values of its parameters.
struct StudioQuery: Sendable {
  let sql: String
  private let parameters: [QueryParameter]

  /// Takes the members `sql` and `parameters` of a request.
  init(_ object: inout RequestObject) throws(StudioError) {
    sql = try object.text("sql")
    var parameters: [QueryParameter] = []
    var members = try object.optionalObject("parameters")
    for member in members?.rest() ?? [] {
      guard case .value(let value) = try WholeValue(member.value) else { throw .invalidRequest }
      parameters.append(QueryParameter(name: member.key, value: value))
    }
    self.parameters = parameters
  }

  /// Returns the statement that lists the steps of the SELECT. The parameters need no values.
  ///
  /// - Throws: ``StudioError`` with SQLite's message if the SQL is not one SELECT.
  func plan(on connection: Connection) throws(StudioError) -> Statement {
    do throws(DatabaseError) {
      // Without this check, a statement that writes would have a plan, too.
      _ = try connection.compileUserSQL(sql)
      return try connection.prepare("EXPLAIN QUERY PLAN " + sql)
    } catch {
      throw .sql(
        error.message,
        remedy: error.remedy,
        offset: SQLErrorOffset.find(in: sql, on: connection)
      )
    }
  }

  /// Runs the statement in the caller's write transaction, without its rows.
  ///
  /// - Throws: ``StudioError`` with SQLite's message if the SQL is wrong or not allowed.
  func write(on connection: WriterConnection) throws {
    var request = QueryRequest(sql: sql)
    request.parameters = parameters
    request.allowsWriting = true
    do {
      try QuerySession(request).writing(on: connection) { try $0.run() }
    } catch let error as InspectionError {
      guard [.invalidQuery, .misuse].contains(error.code) else { throw error }
      throw StudioError.sql(
        error.message,
        remedy: error.remedy,
        offset: SQLErrorOffset.find(in: sql, on: connection)
      )
    }
  }

  /// Calls `body` with the compiled SELECT, in the caller's read transaction. A statement that
  /// would write or change a setting is refused.
  ///
  /// - Throws: ``StudioError`` with SQLite's message if the SQL is wrong.
  func reading<Result>(
    on connection: Connection,
    _ body: (Statement) throws -> Result
  ) throws -> Result {
    var request = QueryRequest(sql: sql)
    request.parameters = parameters
    do {
      return try QuerySession(request).reading(on: connection, body)
    } catch let error as InspectionError {
      throw error.asAnswer(sql, on: connection)
    }
  }
}

extension InspectionError {
  /// The answer for an error of SQL that the user typed.
  func asAnswer(_ sql: String, on connection: Connection) -> any Error {
    switch code {
    case .invalidQuery:
      StudioError.sql(message, remedy: remedy, offset: SQLErrorOffset.find(in: sql, on: connection))
    case .refusedWrite:
      StudioError(
        400,
        "writes",
        "The statement writes to the database or changes a setting.",
        remedy: "Start Studio with --write to run it after a preview."
      )
    case .misuse:
      StudioError.sql(
        message.prefix(1).uppercased() + message.dropFirst() + ".",
        remedy: remedy,
        offset: nil
      )
    default: self
    }
  }
}
