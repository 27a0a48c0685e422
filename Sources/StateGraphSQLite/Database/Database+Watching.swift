extension Database {
  /// Attaches the single observer of this database, which is called for every commit.
  ///
  /// - Parameter make: Creates the observer. Called only if the database has no observer yet.
  /// - Returns: The observer of the database: the new one, or the one that was attached earlier.
  package func attach(_ make: () -> any CommitObserver) -> any CommitObserver {
    observers.attach(in: self, make)
  }

  package var observer: (any CommitObserver)? { observers.current }

  /// Returns the table as the database file declares it, or nil if the file has no such table.
  /// Inside a write, the result shows the schema changes of that write. On a thread that is not
  /// writing, the method reads the last commit.
  package func table(_ name: String) throws -> TableSchema? {
    if let readers, !writerLock.isHeldByCurrentThread {
      return try readers.withConnection { try SchemaReader($0).table(name) }
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      try writers.table(name, in: self)
    }
  }

  /// Starts recording which rows of `table` change. Later commits then report these rows to the
  /// observer.
  ///
  /// - Returns: The object that records the changes which the open transaction makes to the table.
  ///   Only the thread that holds the writer lock may use this object.
  /// - Throws: `.misuse` for a virtual table, because SQLite does not report changes of its rows.
  @discardableResult
  package func watch(_ table: TableSchema) throws -> WatchedTable {
    guard !table.isVirtual else { throw DatabaseError.unwatchable(table.name) }
    return try readHoldingWriterLock { connection in
      // A read-only database makes no commits, so the returned object stays empty.
      guard let writer = connection as? WriterConnection else {
        return WatchedTable(try TableCapture(table, on: connection))
      }
      return try writer.changeLog.watch(table, on: writer)
    }
  }
}
