extension Database {
  /// Attaches the observer that is told of every commit. A database has only one observer, because
  /// it has one graph. If it already has an observer, that observer stays.
  ///
  /// - Parameter make: Makes the observer. Called only if the database has none.
  /// - Returns: The attached observer, which may be an earlier one.
  package func attach(_ make: () -> any CommitObserver) -> any CommitObserver {
    observers.attach(in: self, make)
  }

  package var observer: (any CommitObserver)? { observers.current }

  /// Returns the table as the file declares it, or nil if it does not exist.
  ///
  /// Inside a write, the table includes the schema changes of that write. On other threads the
  /// method reads the last commit and does not wait, except for a database in memory.
  package func table(_ name: String) throws -> TableSchema? {
    if let readers, !writerLock.isHeldByCurrentThread {
      return try readers.withConnection { try SchemaReader($0).table(name) }
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      try writers.table(name, in: self)
    }
  }

  /// Starts recording the changes of this table, so that commits report its changed rows from now
  /// on. A change of a table that is not watched costs only a pointer comparison for each row.
  ///
  /// - Returns: The changes of the open transaction to the table. Only the thread that holds the
  ///   writer lock may use the object.
  /// - Throws: `.misuse` for a virtual table, because SQLite does not report changes of its rows.
  @discardableResult
  package func watch(_ table: TableSchema) throws -> WatchedTable {
    guard !table.isVirtual else { throw DatabaseError.unwatchable(table.name) }
    if configuration.access == .readOnly, let readers {
      // A read-only database makes no commits, so no change log fills the returned object.
      return try readers.withConnection { WatchedTable(try TableCapture(table, on: $0)) }
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      let writer = try writers.require(in: self)
      return try writer.changeLog.watch(table, on: writer)
    }
  }

  /// Returns the state that the row had before this thread's open transaction changed it. Nil if
  /// the transaction has not changed the row, so that its published values are still valid.
  package func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    guard isWriting else { return nil }
    return writers.writer?.changeLog.uncommittedChange(table: table, key: key)
  }

  /// A number that grows with each row change of the open write. A caller can compare two values to
  /// find out whether rows have changed in between. 0 outside of a write.
  package var changePosition: Int {
    isWriting ? writers.writer?.changeLog.position ?? 0 : 0
  }
}
