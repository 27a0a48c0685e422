extension Database {
  /// The table as the file declares it, or nil.
  package func table(_ name: String) throws -> TableSchema? {
    try holdingTurn { writer in
      if let known = schemas[name] { return known }
      let table = try SchemaReader(writer).table(name)
      schemas[name] = table
      return table
    }
  }

  /// From now on, commits report the changed rows of the table. Tables that nobody watches cost the
  /// hook a pointer comparison for each row.
  package func watch(_ table: TableSchema) throws {
    try holdingTurn { $0.changeLog?.watch(table) }
  }

  /// Whether the open transaction of this thread has changed the row, so that the file as this thread
  /// sees it may differ from what has been published.
  package func hasUncommittedChange(table: String, key: RowKey) -> Bool {
    guard isWriting else { return false }
    return writer?.changeLog?.touches(table: table, key: key) ?? false
  }

  /// Whether the open transaction of this thread has changed anything watched.
  package var hasUncommittedChanges: Bool {
    guard isWriting, let log = writer?.changeLog else { return false }
    return !log.isEmpty
  }

  /// Statements run so far on the writer; the readers are not counted.
  package var statementCounter: StatementCounter? {
    turn.isHeldByCurrentThread ? writer?.counter : nil
  }

  private func holdingTurn<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if turn.isHeldByCurrentThread { return try body(requireWriter()) }
    turn.acquire()
    defer { turn.release() }
    return try body(requireWriter())
  }
}
