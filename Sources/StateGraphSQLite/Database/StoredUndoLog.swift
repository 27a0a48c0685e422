/// An undo log in the file of a database.
package struct StoredUndoLog: Sendable {
  private let database: Database
  /// The name of the log, and the tables that it leaves out.
  package let scope: UndoScope

  private var name: String { scope.log }

  package init(_ name: String, in database: Database, leavingOut tables: [String] = []) {
    self.database = database
    scope = UndoScope(log: name, leftOut: Set(tables.map { ByteText($0) }))
  }

  /// Creates the table of steps if the file does not have it, and begins to report changes of it.
  ///
  /// - Throws: `.schemaMismatch` or `.schemaTooNew` if the file has another or a newer table, or a
  ///   newer step of this log. `.readOnly` if the table is missing in a read-only database.
  ///   `.misuse` if the file lacks a table that the log leaves out. Nothing is written then.
  package func open() throws {
    for table in scope.leftOut {
      let found = try database.withReader { try SchemaReader($0).table(table.string) }
      guard let found, ByteText(found.name) == table else {
        throw DatabaseError(
          .misuse,
          "An undo log leaves out the table \(table.string), which the file does not have.",
          remedy: "Write the name as in its CREATE TABLE."
        )
      }
    }
    let isMissing = try database.withReader { try !UndoStepTable.exists(on: $0) }
    if isMissing { try CommittedWrite(to: database).run { try UndoStepTable.create(on: writer()) } }
    try database.withReader { try UndoStepTable.requireKnownSteps(of: name, on: $0) }
    guard database.configuration.access == .readWrite else { return }
    _ = try database.writerLock.hold(orFailAfter: database.configuration.busyTimeout) {
      try UndoStepTable.watch(on: database.writers.require(in: database))
    }
  }

  /// Returns the names of the next steps, as this thread sees them.
  package func names() throws -> UndoNames {
    try database.withReader { try UndoStepTable.names(of: name, on: $0) }
  }

  /// Applies the next step in a transaction of its own. A step that was applied without being
  /// durable counts as applied. Its error is reported.
  ///
  /// - Parameters:
  ///   - direction: Undo or redo.
  ///   - timestamps: The columns with the time of a row's last change, by table.
  /// - Returns: The name of the step. Nil if there is no step.
  /// - Throws: The errors of ``UndoRun``. Nothing is changed then, and the step stays in the log.
  package func apply(
    _ direction: UndoDirection,
    keeping timestamps: [ByteText: [String]] = [:]
  ) throws -> String? {
    guard !database.isWriting else { throw DatabaseError.undoInsideWrite }
    return try CommittedWrite(to: database).run {
      let schemas = database.transactions.undoSchemas
      var run = try UndoRun(writer: writer(), schemas: schemas, log: name, direction: direction)
      (run.leftOut, run.timestamps) = (scope.leftOut, timestamps)
      return try run.apply()
    }
  }

  /// Deletes all steps.
  ///
  /// - Throws: The errors of a write.
  package func clear() throws {
    try database.write { try UndoStepTable.deleteAll(of: name, on: writer()) }
  }

  private func writer() throws(DatabaseError) -> WriterConnection {
    try database.writers.requireOpenTransaction(in: database)
  }
}

// MARK: - Recording

extension UndoRecorder {
  /// Runs `body` as one transaction, and records its changes as a step of the log.
  ///
  /// Inside an undoable write of the same log, `body` is a savepoint of that write, and its changes
  /// belong to the step of that write.
  ///
  /// - Throws: The errors of a write. `.misuse` inside any other write, and if `body` changes the
  ///   schema. `.tooBig` if the step is larger than the limits allow. Nothing is written then.
  ///   After `.notDurable`, the write and its step are in the file.
  @discardableResult
  package func write<Result>(
    in database: Database,
    from origin: WritePlace = .library,
    _ body: () throws -> Result
  ) throws -> Result {
    try WriteSession(of: database, from: origin, recording: self).run(body)
  }

  /// Runs `body` as an undoable transaction, and suspends the task while other threads write.
  @discardableResult
  package func write<Result: Sendable>(
    in database: Database,
    from origin: WritePlace = .library,
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await PendingWrite<Result>().run(body, from: origin, recording: self, in: database)
  }
}
