import Logging

/// Stores the writer connection of a database, and replaces the connection if it becomes unusable.
///
/// Only the thread that holds the database's writer lock may call the methods.
final class WriterSlot: @unchecked Sendable {
  // SAFETY: all variables are used only while the database's writer lock is held.

  /// The writer connection. Nil if the database is closed or read-only.
  ///
  /// Also nil while a lost connection cannot be replaced.
  @exclusivity(unchecked) private(set) var writer: WriterConnection?
  /// The change log, lock and files that the next writer connection takes over from a lost
  /// connection.
  ///
  /// Nil unless a connection was lost and no new connection could be opened yet.
  @exclusivity(unchecked) private var handoff: WriterHandoff?
  private var isClosed = false
  /// The tables that the writer connection has looked up, by name. A cache, which each change of
  /// the schema empties.
  ///
  /// Names are compared byte by byte, so upper and lower case are different.
  private var tables: [SQLiteValue: TableSchema] = [:]

  /// Stores the first writer connection.
  ///
  /// - Parameter writer: The writer connection. Nil if the database is read-only.
  init(_ writer: WriterConnection?) {
    self.writer = writer
  }

  /// Returns the writer connection.
  ///
  /// If the last connection was lost, the method first tries to open a new one.
  ///
  /// - Throws: `.closed` if the database is closed or read-only. Also the errors of opening the
  ///   file.
  func require(in database: Database) throws(DatabaseError) -> WriterConnection {
    if let writer { return writer }
    guard let handoff else { throw .databaseIsClosed }
    let fresh = try open(replacing: handoff, in: database)
    (writer, self.handoff) = (fresh, nil)
    return fresh
  }

  /// Returns the writer connection, after checking that its transaction is still open.
  ///
  /// - Throws: `.interrupted` if SQLite itself has ended the transaction. Without this check,
  ///   SQLite would commit the next statement immediately, even if the write fails later.
  func requireOpenTransaction(in database: Database) throws(DatabaseError) -> WriterConnection {
    let writer = try require(in: database)
    guard !writer.isAutocommit else { throw .transactionHasEnded }
    return writer
  }

  /// Begins a write transaction. The caller must then call
  /// ``GroupCommit/storeLogInDoubt(on:)``.
  ///
  /// If SQLite reports that the file is read-only although its permissions allow writing, the
  /// method opens the file again and tries once more.
  ///
  /// - Parameters:
  ///   - database: The database of this writer.
  ///   - sharesFlush: See ``WriterConnection/beginWrite(storesLog:sharingFlushIf:)``.
  func beginWrite(
    in database: Database,
    sharingFlushIf sharesFlush: (Bool) -> Bool
  ) throws(DatabaseError) -> WriterConnection {
    do throws(DatabaseError) {
      return try beginOnce(in: database, sharesFlush)
    } catch {
      // SQLite opens the WAL for reading only if the process has no file descriptor left or the
      // disk is full. A new connection may succeed later.
      guard error.code == .readOnly, database.location.mayBeWritten else { throw error }
    }
    // No variable of this method retains the old connection, so `replace` can close it before it
    // opens a new one.
    replace(closesFirst: true, in: database)
    return try beginOnce(in: database, sharesFlush)
  }

  private func beginOnce(
    in database: Database,
    _ sharesFlush: (Bool) -> Bool
  ) throws(DatabaseError) -> WriterConnection {
    let writer = try require(in: database)
    try writer.beginWrite(storesLog: false, sharingFlushIf: sharesFlush)
    return writer
  }

  /// Replaces a writer connection that cannot begin another transaction. Call this method without
  /// an open transaction.
  ///
  /// A connection becomes unusable if its ROLLBACK fails, or if SQLite could open the file or its
  /// WAL only for reading. When the old connection closes, SQLite rolls back the connection's
  /// transaction and releases its lock.
  ///
  /// If no new connection can be opened now, the next write tries again. A database in memory is
  /// closed instead, because its rows are lost with the connection.
  ///
  /// - Parameters:
  ///   - closesFirst: Whether to close the old connection and the idle readers before the new
  ///     connection is opened. SQLite opens the wal-index, the index of the WAL, once for all
  ///     connections of a process. Without closing, a new connection would share a wal-index that
  ///     was opened for reading only. After closing, SQLite creates a new wal-index, so entities
  ///     and queries in memory are compared with the file.
  ///   - database: The database of this writer.
  func replace(closesFirst: Bool = false, in database: Database) {
    var old = writer
    // `writer` is nil if an earlier attempt to replace it failed. That attempt has stored
    // `handoff`.
    let handoff = old?.handOff() ?? handoff
    writer = nil
    forgetTables()
    guard database.location != .memory else { return }
    // The new connection may open another log.
    database.transactions.groupCommit.end()
    database.transactions.undoSteps.forget()
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
      extensions: database.configuration.extensions,
      replacing: handoff
    )
    database.readers?.require(fresh.placement?.files)
    try fresh.changeLog.watchAgain(on: fresh)
    if let index = fresh.walIndex { database.foreignCommits.lockedTracker?.replaceIndex(index) }
    return fresh
  }

  /// Closes the writer connection. After this call, the database cannot open a new writer
  /// connection.
  ///
  /// - Returns: False if the writer connection was already closed.
  func close() -> Bool {
    defer { isClosed = true }
    (writer, handoff) = (nil, nil)
    return !isClosed
  }

  // MARK: Tables

  /// Returns the table as the writer connection sees it, or nil if the table does not exist.
  ///
  /// The result includes the schema changes of the open write. It is cached until
  /// ``forgetTables()`` is called.
  func table(_ name: String, in database: Database) throws(DatabaseError) -> TableSchema? {
    let writer = try require(in: database)
    if let known = tables[.text(name)] { return known }
    let table = try SchemaReader(writer).table(name)
    tables[.text(name)] = table
    return table
  }

  /// Empties the cache of tables.
  ///
  /// Call this after each change of the schema and after each rollback.
  func forgetTables() { tables = [:] }
}
