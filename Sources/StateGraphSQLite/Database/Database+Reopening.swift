import Logging

extension Database {
  /// Puts a new writer into the place of one that is not to be trusted with another BEGIN: its
  /// ROLLBACK failed, or SQLite could open the file or its log for reading only. Closing that is
  /// what frees its lock, and SQLite rolls back when it does. Where no other can be opened now, the
  /// next write tries again; where the rows were that connection's own, the database is closed.
  ///
  /// Call with the turn held and no transaction.
  ///
  /// - Parameter closesFirst: Whether the file is closed before it is opened again, and not the
  ///   other way round: SQLite opens the index of the log once for all connections of a process,
  ///   the way that the first one could. Everything live is then compared with the file.
  func replaceWriter(closesFirst: Bool = false) {
    var old = writer
    // There is none where the one before could not be replaced either.
    let legacy = old?.leave() ?? legacyOfWriter
    writer = nil
    schemas = [:]
    guard location != .memory else { return }
    legacyOfWriter = legacy
    if closesFirst {
      old = nil
      readers?.closeIdle()
    }
    defer { withExtendedLifetime(old) {} }
    do {
      _ = try requireWriter()
    } catch {
      legacy?.processTurn?.release()
      configuration.logger.critical("no other connection could be opened: \(error)")
    }
  }

  /// Opens a writer in the place of one that was closed. Call with the turn held.
  func openWriter(inPlaceOf legacy: WriterLegacy) throws(DatabaseError) -> Connection {
    let fresh = try Connection.open(
      location,
      mode: .writer,
      durability: configuration.durability,
      busyTimeout: configuration.busyTimeout,
      counter: statementCounter,
      inheriting: legacy
    )
    try fresh.changeLog?.watchAgain(on: fresh)
    if let index = fresh.walIndex { followingOfTurn?.replaceIndex(index) }
    return fresh
  }

  /// Begins a transaction that writes. Call with the turn held.
  func beginWrite() throws(DatabaseError) -> Connection {
    do throws(DatabaseError) {
      return try beginOnce()
    } catch {
      // The process was short of descriptors, or the disk of space, when the log was opened.
      guard error.code == .readOnly, location.mayBeWritten else { throw error }
    }
    // With nobody holding the old one, which is closed before another is opened.
    replaceWriter(closesFirst: true)
    return try beginOnce()
  }

  private func beginOnce() throws(DatabaseError) -> Connection {
    let writer = try requireWriter()
    try writer.beginWrite()
    return writer
  }
}
