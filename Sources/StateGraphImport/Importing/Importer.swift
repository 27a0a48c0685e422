import Glibc
public import StateGraphFormats
public import StateGraphSQLite

/// Brings records from files into a database, by what its schema says.
///
/// Where a bad record ends an import, the import is one transaction: after a bad record or SIGKILL
/// nothing of it is in the file. Where it goes on, or a batch size is given, whole batches are
/// committed, each with a checkpoint in the same transaction, from which the same import goes on
/// after an interruption. One that is asked to stop commits what it has read in either case.
/// Running it again with the same inputs changes nothing.
public struct Importer: Sendable {
  private let path: String
  private let migrations: MigrationSource?

  /// Creates an importer for the database file at `path`, which migrations have given its tables.
  ///
  /// - Parameters:
  ///   - path: The database file; it must be there when an import begins.
  ///   - migrations: The migrations that the program knows. With them a file that a newer program
  ///     has migrated, or whose migrations were edited since, is refused untouched.
  public init(path: String, migrations: MigrationSource? = nil) {
    self.path = path
    self.migrations = migrations
  }

  /// Imports the inputs of a request.
  ///
  /// - Parameters:
  ///   - request: What to read, and what becomes of the records.
  ///   - progress: Called about once every thousand records, on the calling thread.
  ///   - notice: Called when there is something to say, such as where an import is resumed; on the
  ///     calling thread.
  /// - Throws: ``ImportError``; what SQLite or the file itself is to blame for has the code
  ///   `.database` and a `DatabaseError` as its cause.
  public func run(
    _ request: ImportRequest,
    progress: @escaping (ImportProgress) -> ImportDecision = { _ in .proceed },
    notice: @escaping (ImportNotice) -> Void = { _ in }
  ) throws(ImportError) -> ImportReport {
    let start = ContinuousClock.now
    let connection = try open(isDryRun: request.isDryRun)
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
    // Loaded once, as what it says tells this import from others: a file may say something else by
    // the time that the import goes on.
    var request = request
    if request.mapping == .file("-"), request.inputs.contains(where: { $0.path == "-" }) {
      throw ImportError(
        .invalidRequest,
        "standard input cannot be both an input and the mapping",
        remedy: "Read one of them from a file"
      )
    }
    if case .file(let file)? = request.mapping, let identity = FileIdentity(path: file),
      FileIdentity.files(ofDatabase: path).contains(identity)
    {
      throw .inputIsDatabase(file)
    }
    let mapping = try request.mapping?.load() ?? ImportMapping()
    request.mapping = .value(mapping)
    let session = ImportSession(
      database: path,
      connection: connection,
      plan: plan,
      request: request,
      targets: targets,
      mappings: try mapping.resolved(plan, ignoresUnknown: request.ignoresUnknown),
      notice: notice,
      progress: progress
    )
    var report = try session.run()
    report.skipped = skipped
    report.duration = start.duration(to: .now)
    return report
  }

  /// A connection of its own and not ``Database``: enforcement of foreign keys has to be off from
  /// before BEGIN, which a shared writer must never be. Live objects of other connections see the
  /// commit as a foreign one.
  private func open(isDryRun: Bool) throws(ImportError) -> Connection {
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
      let connection = try Connection.open(location, mode: isDryRun ? .rehearsal : .writer)
      connection.recordChanges(isDryRun ? .never : .whereFollowed)
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
}
