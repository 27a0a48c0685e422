public import StateGraphSQLite

extension Database {
  /// Runs `body` as one transaction, as `write(_:)` does, and records its changes as a step of an
  /// undo log.
  ///
  /// The step is part of the transaction. It replaces the steps that were undone and not redone. If
  /// `body` changes no row, the log stays as it is.
  ///
  /// Writes with the same `group` are one step, as long as each of them follows the one before
  /// within `interval`. Use it for typing into a field. An undo, a redo, a write of another group,
  /// and a change of the same rows by another write end the group. The time is the one that
  /// `Configuration.transactionClock` returns.
  ///
  /// ```swift
  /// try database.write(undo: "Typing", in: undoLog, groupedBy: "title of \(id)") {
  ///   book.title = text
  /// }
  /// ```
  ///
  /// Inside an undoable write of the same log, `body` is a nested write of that write, and belongs
  /// to its step.
  ///
  /// - Parameters:
  ///   - name: The name of the step, for the user. A group has the name of its newest write.
  ///   - log: An undo log of this database.
  ///   - group: The key of the group. With nil, the write is a step of its own.
  ///   - interval: The longest time between two writes of a group.
  ///   - fileID: The file of the call, for traces in Studio.
  ///   - line: The line of the call.
  ///   - body: The writes and reads of the transaction. Runs on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `write(_:)`. `.tooBig` if the write changes more than 65,536 rows of
  ///   a table, rows without a key that identifies them, or more bytes than the log may have.
  ///   `.misuse` if `body` changes the schema, inside a write that is not a step of the same log,
  ///   and for a log of another database. Nothing is written then. After `.notDurable`, the write
  ///   and its step are in the file.
  @discardableResult
  public func write<Result>(
    undo name: String,
    in log: UndoLog,
    groupedBy group: String? = nil,
    within interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: () throws -> Result
  ) throws -> Result {
    let recorder = try log.recorder(name, group: group, interval: interval, of: self)
    return try recorder.write(in: self, from: WritePlace(fileID, line: line), body)
  }

  /// Runs `body` as an undoable transaction, and suspends the task while other threads write.
  ///
  /// `body` runs on a thread of the database, as the body of the asynchronous `write(_:)`. The
  /// parameters and errors are those of the synchronous method. Also throws `CancellationError`.
  @discardableResult
  public func write<Result: Sendable>(
    undo name: String,
    in log: UndoLog,
    groupedBy group: String? = nil,
    within interval: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let recorder = try log.recorder(name, group: group, interval: interval, of: self)
    return try await recorder.write(in: self, from: WritePlace(fileID, line: line), body)
  }
}

extension UndoLog {
  /// Returns the recorder of one write.
  ///
  /// - Throws: `.misuse` if the log belongs to another database.
  fileprivate func recorder(
    _ stepName: String,
    group: String?,
    interval: Duration,
    of database: Database
  ) throws(DatabaseError) -> UndoRecorder {
    guard database === self.database else {
      throw DatabaseError(
        .misuse,
        "A write names an undo log of another database.",
        remedy: "Open the undo log in the database that is written."
      )
    }
    let graph = DatabaseGraph.of(database)
    return UndoRecorder(
      scope: stored.scope,
      stepName: stepName,
      grouping: group.map { UndoGrouping(key: $0, within: interval) },
      limit: limit,
      now: { UndoGrouping.time(of: graph.writeTime.value) }
    )
  }
}
