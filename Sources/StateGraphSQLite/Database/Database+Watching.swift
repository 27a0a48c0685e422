extension Database {
  /// Attaches the observer of every commit. A database has one observer, because it has one graph;
  /// where there is one, it stays.
  ///
  /// - Parameter make: Makes the observer, where the database has none.
  /// - Returns: The attached observer.
  package func attach(_ make: () -> any CommitObserver) -> any CommitObserver {
    observers.attach(in: self, make)
  }

  package var observer: (any CommitObserver)? { observers.current }

  /// The table as the file declares it, or nil.
  ///
  /// A thread that is inside a write sees the write's own changes of the table. Another thread
  /// reads the last commit and does not wait.
  package func table(_ name: String) throws -> TableSchema? {
    if let readers, !writerLock.isHeldByCurrentThread {
      return try readers.withConnection { try SchemaReader($0).table(name) }
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      try writers.table(name, in: self)
    }
  }

  /// Makes commits report the changed rows of the table from now on. For a table that is not
  /// watched, the hook costs a pointer comparison for each row.
  ///
  /// - Returns: What the open transaction has done to the table. Only the thread that holds the
  ///   writer lock may use it.
  /// - Throws: `.misuse` for a virtual table, whose changes SQLite does not report.
  @discardableResult
  package func watch(_ table: TableSchema) throws -> WatchedTable {
    guard !table.isVirtual else {
      throw DatabaseError(
        .misuse,
        "The table \(table.name) is virtual. SQLite does not report changes of its rows.",
        remedy: "Watch the tables that it is made from."
      )
    }
    if configuration.access == .readOnly, let readers {
      // A database that is only read has no commits to report.
      return try readers.withConnection { WatchedTable(try TableCapture(table, on: $0)) }
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      let writer = try writers.require(in: self)
      return try writer.changeLog.watch(table, on: writer)
    }
  }

  /// What the open transaction of this thread has done to the row so far. Nil where it has not
  /// touched the row; this thread then sees what was published.
  package func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    guard isWriting else { return nil }
    return writers.writer?.changeLog.uncommittedChange(table: table, key: key)
  }

  /// A number that grows with each row change of the open write, so that a caller can tell whether
  /// a row has changed since. 0 outside of a write.
  package var changePosition: Int {
    isWriting ? writers.writer?.changeLog.position ?? 0 : 0
  }
}
