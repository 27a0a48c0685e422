import Logging

extension Database {
  /// Puts a new writer into the place of one whose ROLLBACK failed, and which is not to be trusted
  /// with another BEGIN. Closing that is what frees its lock, and SQLite rolls back when it does.
  /// Where no other can be opened, or the rows were that connection's own, the database is closed.
  ///
  /// Call with the turn held and no transaction.
  func replaceWriter() {
    writer = nil
    schemas = [:]
    guard location != .memory else { return }
    do {
      let fresh = try Connection.open(
        location,
        mode: .writer,
        durability: configuration.durability,
        busyTimeout: configuration.busyTimeout,
        counter: statementCounter
      )
      for name in watched {
        guard let table = try SchemaReader(fresh).table(name) else { continue }
        try fresh.changeLog?.watch(table, on: fresh)
      }
      writer = fresh
    } catch {
      configuration.logger.critical("no other connection could be opened: \(error)")
    }
  }
}
