import CSQLite

/// Compiles the SQL of one connection into statements.
///
/// Only the thread that uses the connection may use its compiler.
struct StatementCompiler {
  /// The SQLite connection, which the ``Connection`` owns and closes.
  let handle: OpaquePointer
  /// Records the effects of each statement while SQLite compiles the statement.
  let authorizer: Authorizer
  /// The object that is called for every run of a compiled statement.
  let monitor: StatementMonitor
  let quotedText: QuotedText

  init(handle: OpaquePointer, authorizer: Authorizer, monitor: StatementMonitor) {
    (self.handle, self.authorizer, self.monitor) = (handle, authorizer, monitor)
    quotedText = QuotedText(handle: handle)
  }

  /// Compiles the first statement of `source` that begins at or after `offset`.
  ///
  /// - Returns: The statement, and the offset at which it ends, or nil if only white space and
  ///   comments follow `offset`.
  func compileFirst(
    of source: SQLSource,
    from offset: Int
  ) throws(DatabaseError) -> (Statement, Int)? {
    do throws(DatabaseError) {
      let first = try compile(source, from: offset)
      // ALTER TABLE reads all views and triggers when it runs.
      if authorizer.altersTable { _ = quotedText.accept() }
      return first
    } catch {
      if quotedText.copiesSchema, SchemaStandIns.addFunction(for: error, on: handle) {
        return try compileFirst(of: source, from: offset)
      }
      guard error.isAboutUnknownColumn, quotedText.accept() else {
        throw error.advisingQuotes(in: source.text(offset..<source.count))
      }
      if let second = try? compile(source, from: offset) { return second }
      quotedText.refuse()
      throw error.advisingQuotes(in: source.text(offset..<source.count))
    }
  }

  private func compile(
    _ source: SQLSource,
    from offset: Int
  ) throws(DatabaseError) -> (Statement, Int)? {
    var pointer: OpaquePointer?
    var end = source.count
    authorizer.reset()
    let result = source.withCString { start -> Int32 in
      var tail: UnsafePointer<CChar>?
      // SQLite limits the length of SQL. With length -1, the limit applies to this statement only.
      // With the real length, the limit would apply to all remaining statements of the script.
      let result = sqlite3_prepare_v3(
        handle,
        start + offset,
        -1,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &pointer,
        &tail
      )
      if let tail { end = start.distance(to: tail) }
      return result
    }
    // SQLite may compare values of its statistics, which changes no result.
    _ = monitor.standIns?.takeCalled()
    guard result == SQLITE_OK else {
      if !authorizer.effects.isDisjoint(with: authorizer.refused) {
        throw .refusedSetting(source.text(offset..<source.count))
      }
      throw .sqlite(result, on: handle, sql: source.text(offset..<source.count))
    }
    guard let pointer else { return nil }
    let statement = Statement(
      handle: pointer,
      sql: source.text(offset..<end),
      effects: authorizer.effects,
      touches: authorizer.touches,
      triggerWrites: authorizer.triggerWrites,
      monitor: monitor
    )
    try quotedText.requireNames(in: statement.sql)
    return (statement, end)
  }
}

/// The position of an error in SQL.
package enum SQLErrorOffset {
  /// Compiles `sql`, and returns the position of its error in bytes.
  ///
  /// - Returns: `nil` if SQLite does not know the position, as before version 3.38, or if the SQL
  /// has no error.
  package static func find(in sql: String, on connection: Connection) -> Int? {
    do throws(DatabaseError) {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      let offset = csqlite_error_offset(connection.handle)
      return offset < 0 ? nil : Int(offset)
    }
  }
}
