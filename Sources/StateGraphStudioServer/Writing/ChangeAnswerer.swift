import StateGraphRows
import StateGraphSQLite
import StateGraphTools

/// Applies staged changes, shows their effect, and undoes them. Between two requests it holds no
/// lock and has the file not open.
struct ChangeAnswerer: Sendable {
  private let path: String
  private let acceptsAnyApplication: Bool
  /// The timeline, which shows each commit.
  private let timeline: Timeline
  private let batches = BatchStore()

  /// How long a preview may hold the write lock.
  private static let previewTime = Duration.seconds(2)
  /// A statement of the user can change many rows.
  private static let statementTime = Duration.seconds(20)
  private static let longestTime = Duration.seconds(60)
  /// How long a write waits for the lock of another program.
  private static let patience = Duration.seconds(2)

  init(path: String, acceptsAnyApplication: Bool, timeline: Timeline) {
    (self.path, self.acceptsAnyApplication) = (path, acceptsAnyApplication)
    self.timeline = timeline
  }

  /// Runs the changes, rolls them back, and returns their effect.
  func preview(_ request: ChangesRequest) throws -> StudioAnswer {
    let connection = try open()
    try connection.begin()
    defer { connection.rollBack() }
    let time =
      request.statement == nil
      ? ChangeAnswerer.previewTime : ChangeAnswerer.statementTime
    return try ChangeAnswerer.explaining(request) {
      try StatementDeadline(after: time).run(on: connection.writer) {
        let version = try ChangeAnswerer.schemaVersion(connection)
        if let conflict = try apply(request, on: connection) { return conflict }
        let changes = try connection.changes()
        let effect = try ChangeAnswerer.effect(changes, of: connection, since: version)
        let isUndoable = !effect.changesSchema && connection.batch(of: changes) != nil
        return StudioAnswer(effect.json(isUndoable: isUndoable, batch: nil))
      }
    }
  }

  /// Applies the changes in one transaction. On a conflict, the transaction keeps nothing.
  func change(_ request: ChangesRequest) throws -> StudioAnswer {
    try ChangeAnswerer.explaining(request) {
      try committing { connection in try apply(request, on: connection) }
    }
  }

  /// Imports a file, or tries it. Other programs see its commits, and no batch undoes them.
  func importing(_ file: FileImport) throws -> StudioAnswer {
    try file.run(path: path, acceptsAnyApplication: acceptsAnyApplication)
  }

  /// Undoes a batch. The undo is a batch of its own.
  func undo(body: [UInt8]) throws -> StudioAnswer {
    var object = try RequestObject(body: body)
    let number = try object.integer("batch")
    try object.requireEnd()
    guard let batch = batches[number] else {
      throw StudioError(
        404,
        "batchMissing",
        "The batch was undone already, or is too old.",
        remedy: "Change the rows by hand."
      )
    }
    let answer = try committing { connection in
      try connection.undo(batch)
      return nil
    }
    if answer.status == 200 { batches.remove(number) }
    return answer
  }

  /// Runs `body`. A statement of the user that takes too long has an error of its own.
  private static func explaining<Result>(
    _ request: ChangesRequest,
    body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where error.code == .interrupted && request.statement != nil
    {
      throw StudioError(
        503,
        "tooSlow",
        "The statement took too long and was stopped. Nothing was written.",
        remedy: "Run it with `stategraph query --write`."
      )
    }
  }

  /// The effect of the changes of the open transaction.
  private static func effect(
    _ changes: ChangeSet,
    of connection: BatchConnection,
    since version: SQLiteValue?
  ) throws -> ChangeEffect {
    var effect = ChangeEffect(changes, changedRowCount: connection.changedRowCount)
    effect.changesSchema = try schemaVersion(connection) != version
    return effect
  }

  private static func schemaVersion(_ connection: BatchConnection) throws -> SQLiteValue? {
    try connection.writer.firstValue("PRAGMA schema_version")
  }

  private func open() throws -> BatchConnection {
    let location = try DatabaseLocation(path: path)
    guard try location.hasContent() else {
      throw InspectionError(.databaseMissing, "there is no database")
    }
    try FileInspection.check(
      location,
      migrations: nil,
      acceptsAnyApplication: acceptsAnyApplication,
      isToBeWritten: true
    )
    return try BatchConnection(location, busyTimeout: ChangeAnswerer.patience)
  }

  /// Runs `body` in a transaction. If it returns an answer, or throws, the transaction keeps
  /// nothing.
  private func committing(
    _ body: (BatchConnection) throws -> StudioAnswer?
  ) throws -> StudioAnswer {
    let connection = try open()
    try connection.begin()
    do {
      return try StatementDeadline(after: ChangeAnswerer.longestTime).run(on: connection.writer) {
        let version = try ChangeAnswerer.schemaVersion(connection)
        if let conflict = try body(connection) {
          connection.rollBack()
          return conflict
        }
        let changes = try connection.changes()
        let effect = try ChangeAnswerer.effect(changes, of: connection, since: version)
        let batch = effect.changesSchema ? nil : connection.batch(of: changes)
        var shown = TimelineCommit(
          .studio,
          changes: changes,
          schemas: try SchemaReader(connection.writer).tables()
        )
        shown.schemaChanged = effect.changesSchema
        let moment = timeline.moment()
        try connection.commit()
        timeline.add(own: shown, after: moment)
        let number = batch.flatMap { batches.keep($0) }
        return StudioAnswer(effect.json(isUndoable: number != nil, batch: number))
      }
    } catch let error as DatabaseError {
      connection.rollBack()
      if let refusal = ChangeRefusal(error) { return refusal.answer }
      throw error
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Runs the statements of the changes.
  ///
  /// - Returns: The answer if a row is not as the user saw it, or if a rule of the schema refuses a
  ///   row, or nil if all changes were made.
  private func apply(
    _ request: ChangesRequest,
    on connection: BatchConnection
  ) throws -> StudioAnswer? {
    let inode = DatabaseWatch.inode(of: path)
    let id = try StudioSchema.id(of: inode, on: connection.writer)
    guard id.utf8.elementsEqual(request.schema.utf8) else { throw StudioError.schemaChanged }
    if let statement = request.statement {
      try statement.write(on: connection.writer)
      let count = connection.changedRowCount
      guard let expected = request.expectedCount, expected != count else { return nil }
      return ChangeRefusal.answer(count: count, expected: expected)
    }
    let schema = try StudioSchema(id: id, connection.writer)
    var conflicts: [(change: Int, current: [UInt8])] = []
    for (index, change) in request.changes.enumerated() {
      let table = try schema.table(change.table)
      guard table.kind == .table else { throw StudioError.noKey }
      do {
        try connection.writer.run(try change.statement(table))
      } catch let error as DatabaseError {
        let failure = ChangeFailure(
          change: change,
          table: table,
          schema: schema,
          connection: connection.writer
        )
        guard let refusal = ChangeRefusal(error, of: failure, at: index) else { throw error }
        return refusal.answer
      }
      if change.kind != .insert, connection.writer.changedRowCount == 0 {
        var current = JSONBuilder()
        try change.writeCurrent(table, on: connection.writer, to: &current)
        conflicts.append((index, current.bytes))
      }
    }
    return conflicts.isEmpty ? nil : ChangeRefusal.answer(conflicts)
  }
}
