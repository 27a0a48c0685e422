import Logging

/// The writer of a database, and its replacement where the connection has become unusable.
///
/// Every method is for the thread that holds the database's writer lock.
final class WriterSlot: @unchecked Sendable {
  // SAFETY: every mutable field is guarded by the database's writer lock.

  /// Nil once closed, where the database is read-only, and while no connection can be opened.
  @exclusivity(unchecked) private(set) var writer: WriterConnection?
  /// The parts of the last writer, while no connection could be opened in its place.
  @exclusivity(unchecked) private var handoff: WriterHandoff?
  private var isClosed = false
  /// Tables by name, compared by bytes, as the writer last saw them.
  private var tables: [SQLiteValue: TableSchema] = [:]

  /// - Parameter writer: Nil for a database that is only read.
  init(_ writer: WriterConnection?) {
    self.writer = writer
  }

  /// The writer. Opens a connection where the last one could not be replaced.
  ///
  /// - Throws: `.closed`; what opening fails with.
  func require(in database: Database) throws(DatabaseError) -> WriterConnection {
    if let writer { return writer }
    guard let handoff else { throw .databaseIsClosed }
    let fresh = try open(replacing: handoff, in: database)
    (writer, self.handoff) = (fresh, nil)
    return fresh
  }

  /// The writer inside the open transaction.
  ///
  /// - Throws: `.interrupted` where SQLite has ended the transaction by itself. The next statement
  ///   would be a transaction of its own, and would be kept whatever becomes of the write.
  func requireOpenTransaction(in database: Database) throws(DatabaseError) -> WriterConnection {
    let writer = try require(in: database)
    guard !writer.isAutocommit else { throw .transactionHasEnded }
    return writer
  }

  /// Begins a transaction that writes. Opens the file again where SQLite has opened it for reading
  /// only although its permissions allow writing.
  func beginWrite(in database: Database) throws(DatabaseError) -> WriterConnection {
    do throws(DatabaseError) {
      return try beginOnce(in: database)
    } catch {
      // The process had run out of file descriptors, or the disk of space, when the log was opened.
      guard error.code == .readOnly, database.location.mayBeWritten else { throw error }
    }
    // No reference to the old connection is left here, so it closes before another one is opened.
    replace(closesFirst: true, in: database)
    return try beginOnce(in: database)
  }

  private func beginOnce(in database: Database) throws(DatabaseError) -> WriterConnection {
    let writer = try require(in: database)
    try writer.beginWrite()
    return writer
  }

  /// Replaces a writer that cannot begin another transaction: its ROLLBACK failed, or SQLite could
  /// open the file or its log for reading only. Closing the connection frees its lock, and SQLite
  /// then rolls back.
  ///
  /// Where no connection can be opened now, the next write tries again. A database in memory is
  /// closed, because its rows belonged to the connection. Call with no open transaction.
  ///
  /// - Parameters:
  ///   - closesFirst: Whether to close the file before opening it again. SQLite opens the index of
  ///     the log once for all connections of a process, in the way in which the first connection
  ///     could open it. Everything live is then compared with the file.
  ///   - database: The database of this writer.
  func replace(closesFirst: Bool = false, in database: Database) {
    var old = writer
    // The slot is empty where the last writer could not be replaced either.
    let handoff = old?.handOff() ?? handoff
    writer = nil
    forgetTables()
    guard database.location != .memory else { return }
    self.handoff = handoff
    if closesFirst {
      old = nil
      database.readers?.closeIdle()
    }
    defer { withExtendedLifetime(old) {} }
    do {
      _ = try require(in: database)
    } catch {
      handoff?.writeLock?.release()
      database.configuration.logger.critical(
        "The writer connection could not be replaced: \(error)"
      )
    }
  }

  private func open(
    replacing handoff: WriterHandoff,
    in database: Database
  ) throws(DatabaseError) -> WriterConnection {
    let fresh = try WriterConnection.open(
      database.location,
      durability: database.configuration.durability,
      busyTimeout: database.configuration.busyTimeout,
      counter: database.statementCounter,
      replacing: handoff
    )
    try fresh.changeLog.watchAgain(on: fresh)
    if let index = fresh.walIndex { database.foreignCommits.lockedTracker?.replaceIndex(index) }
    return fresh
  }

  /// Closes the connection.
  ///
  /// - Returns: False where it was closed before.
  func close() -> Bool {
    defer { isClosed = true }
    (writer, handoff) = (nil, nil)
    return !isClosed
  }

  // MARK: Tables

  /// The table as the writer sees it, or nil.
  func table(_ name: String, in database: Database) throws(DatabaseError) -> TableSchema? {
    let writer = try require(in: database)
    if let known = tables[.text(name)] { return known }
    let table = try SchemaReader(writer).table(name)
    tables[.text(name)] = table
    return table
  }

  /// Call after each change of the schema, and after a rollback.
  func forgetTables() { tables = [:] }
}
