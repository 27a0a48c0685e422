import Logging

extension Database {
  /// Puts a new writer into the place of one whose ROLLBACK failed, and which is not to be trusted
  /// with another BEGIN. Closing that is what frees its lock, and SQLite rolls back when it does.
  /// Where no other can be opened, or the rows were that connection's own, the database is closed.
  ///
  /// Call with the turn held and no transaction.
  func replaceWriter() {
    let changeLog = writer?.changeLog
    writer = nil
    schemas = [:]
    guard location != .memory else { return }
    do {
      let fresh = try Connection.open(
        location,
        mode: .writer,
        durability: configuration.durability,
        busyTimeout: configuration.busyTimeout,
        counter: statementCounter,
        changeLog: changeLog
      )
      try fresh.changeLog?.watchAgain(on: fresh)
      if let index = fresh.walIndex { followingOfTurn?.replaceIndex(index) }
      writer = fresh
    } catch {
      configuration.logger.critical("no other connection could be opened: \(error)")
    }
  }
}
