import Glibc
public import StateGraphSQLite

/// Brings records from files into a database, by what its schema says.
///
/// One run is one transaction: whatever stops it, from a bad row to SIGKILL, nothing of it is in
/// the file. Running it again with the same inputs changes nothing.
public struct Importer: Sendable {
  private let path: String
  private let migrations: MigrationSource?

  /// Creates an importer for the database file at `path`, which migrations have given its tables.
  ///
  /// - Parameter migrations: The migrations that the program knows. With them a file that a newer
  ///   program has migrated, or whose migrations were edited since, is refused untouched.
  public init(path: String, migrations: MigrationSource? = nil) {
    self.path = path
    self.migrations = migrations
  }

  /// Imports the inputs of a request.
  ///
  /// - Parameter progress: Called about once every thousand records, on the calling thread.
  /// - Throws: ``ImportError``; what SQLite or the file itself is to blame for has the code
  ///   `.database` and a ``DatabaseError`` as its cause.
  public func run(
    _ request: ImportRequest,
    progress: @escaping (ImportProgress) -> ImportDecision = { _ in .proceed }
  ) throws(ImportError) -> ImportReport {
    let start = ContinuousClock.now
    let connection = try open()
    let plan: ImportPlan
    do {
      plan = try ImportPlan(try SchemaReader(connection).tables())
    } catch let error as DatabaseError {
      throw ImportError(error)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the schema could not be read", cause: error)
    }
    guard !plan.tables.isEmpty else {
      throw ImportError(
        .noTables,
        "\(path) has no tables to import into",
        remedy: "Create them first: stategraph migrate \(path) --migrations DIR"
      )
    }
    let (targets, skipped) = try ImportTarget.targets(of: request, into: path, plan)
    let rejects = try rejectLog(request, plan)
    let run = ImportRun(
      plan,
      request,
      on: connection,
      totalBytes: ImportTarget.totalBytes(of: targets),
      rejects: rejects,
      held: try heldRecords(request, plan, connection),
      report: progress
    )
    run.mappings = try (request.mapping?.load() ?? ImportMapping())
      .resolved(plan, ignoresUnknown: request.ignoresUnknown)
    var report = try transaction(on: connection) { () throws(ImportError) in
      for (number, target) in targets.enumerated() {
        run.beginInput(number)
        try target.importRecords(in: run)
      }
      try run.settleHeldRecords()
      var report = ImportReport()
      report.dangling = try run.settleReferences()
      try rejects?.flush()
      return report
    }
    report.tables = run.tableCounts()
    report.inputs = run.inputs
    report.skipped = skipped
    report.records = run.records
    report.rejects = rejects?.report ?? RejectReport()
    report.bytes = run.bytesOfFinishedInputs
    report.duration = start.duration(to: .now)
    return report
  }

  private func rejectLog(
    _ request: ImportRequest,
    _ plan: ImportPlan
  ) throws(ImportError) -> RejectLog? {
    guard request.onError != .abort else { return nil }
    var file: QuarantineFile?
    if request.onError == .quarantine {
      file =
        if let named = request.quarantinePath {
          try QuarantineFile.create(at: named)
        } else {
          try QuarantineFile.create(besideDatabase: path)
        }
    }
    return RejectLog(plan, maximumErrors: request.maximumErrors, quarantine: file)
  }

  private func heldRecords(
    _ request: ImportRequest,
    _ plan: ImportPlan,
    _ connection: Connection
  ) throws(ImportError) -> HeldRecords? {
    guard request.onError != .abort, request.dangling == .reject else { return nil }
    do { return try HeldRecords(plan, run: "", on: connection) } catch { throw ImportError(error) }
  }

  /// A connection of its own and not ``Database``: enforcement of foreign keys has to be off from
  /// before BEGIN, which a shared writer must never be. Live objects of other connections see the
  /// commit as a foreign one.
  private func open() throws(ImportError) -> Connection {
    do {
      let location = try DatabaseLocation(path: path)
      guard try location.hasContent() else {
        throw ImportError(
          .databaseMissing,
          "there is no database at \(path)",
          remedy: "Create it first: stategraph migrate \(path) --migrations DIR"
        )
      }
      try FileInspection.check(location, migrations: try migrations?.load())
      let connection = try Connection.open(location, mode: .writer)
      try connection.run("PRAGMA foreign_keys = OFF")
      // Enough for the upper levels of every index of a large table, and no more: memory is bounded
      // whatever the size of the inputs.
      try connection.run("PRAGMA cache_size = -24576")
      return connection
    } catch let error as DatabaseError {
      throw ImportError(error)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "\(path) could not be opened", cause: error)
    }
  }

  private func transaction<Result>(
    on connection: Connection,
    _ body: () throws(ImportError) -> Result
  ) throws(ImportError) -> Result {
    do {
      try connection.run("BEGIN IMMEDIATE")
    } catch {
      throw ImportError(error)
    }
    do {
      let result = try body()
      try connection.requireFileInPlace()
      try connection.run("COMMIT")
      return result
    } catch {
      // Where this fails too, closing the connection undoes the transaction all the same.
      if !connection.isAutocommit { try? connection.run("ROLLBACK") }
      if let error = error as? ImportError { throw error }
      if let error = error as? DatabaseError { throw ImportError(error) }
      throw ImportError(.database, "the import failed", cause: error)
    }
  }
}
