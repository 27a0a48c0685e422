extension Database {
  /// The table as the file declares it, or nil.
  package func table(_ name: String) throws -> TableSchema? {
    try holdingTurn { writer in
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
  @discardableResult
  package func watch(_ table: TableSchema) throws -> WatchedTable {
    try holdingTurn { writer in
      guard let watched = try writer.changeLog?.watch(table, on: writer) else {
        throw DatabaseError.databaseIsClosed
      }
      return watched
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
    if turn.isHeldByCurrentThread { return try body(requireWriter()) }
    turn.acquire()
    defer { turn.release() }
    return try body(requireWriter())
  }
}
