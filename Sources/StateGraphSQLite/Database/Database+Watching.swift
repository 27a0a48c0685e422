extension Database {
  /// The table as the file declares it, or nil.
  ///
  /// Only a thread that is inside a write sees what the write has done to it; any other reads the
  /// last commit and waits for nobody.
  package func table(_ name: String) throws -> TableSchema? {
    if let readers, !turn.isHeldByCurrentThread {
      return try readers.withConnection { try SchemaReader($0).table(name) }
    }
    return try holdingTurn { writer in
      if let known = schemas[.text(name)] { return known }
      let table = try SchemaReader(writer).table(name)
      schemas[.text(name)] = table
      return table
    }
  }

  /// From now on, commits report the changed rows of the table. Tables that nobody watches cost the
  /// hook a pointer comparison for each row.
  ///
  /// - Returns: What the open transaction has done to the table: for the holder of the turn only.
  /// - Throws: `.misuse` for a virtual table, whose changes SQLite tells nobody.
  @discardableResult
  package func watch(_ table: TableSchema) throws -> WatchedTable {
    guard !table.isVirtual else {
      throw DatabaseError(
        .misuse,
        "The table \(table.name) is virtual: SQLite does not tell of its changes.",
        remedy: "Watch the tables that it is made from."
      )
    }
    return try holdingTurn { connection in
      guard let log = connection.changeLog else {
        // Of a file that is only read there are no commits to report.
        return WatchedTable(try TableCapture(table, on: connection))
      }
      return try log.watch(table, on: connection)
    }
  }

  /// What the open transaction of this thread has done to the row so far; nil where it has not
  /// touched it, and what has been published is what this thread sees too.
  package func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    guard isWriting else { return nil }
    return writer?.changeLog?.uncommittedChange(table: table, key: key)
  }

  /// Counts the row changes of the writer, so that "since then" is a comparison. Inside a write
  /// only.
  package var changePosition: Int {
    isWriting ? writer?.changeLog?.position ?? 0 : 0
  }

  func holdingTurn<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if configuration.access == .readOnly, let readers {
      return try readers.withConnection(body)
    }
    if turn.isHeldByCurrentThread { return try body(requireWriter()) }
    try turn.acquire(orFailAfter: configuration.busyTimeout)
    defer { turn.release() }
    return try body(requireWriter())
  }
}
