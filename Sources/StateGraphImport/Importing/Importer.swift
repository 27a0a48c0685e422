import Glibc
public import StateGraphFormats
public import StateGraphSQLite

/// Imports records from files into the tables of a database. Importing the same inputs again
/// changes nothing.
///
/// With the policy ``ErrorPolicy/abort``, an import is a single transaction. After a bad record or
/// a crash, the database is unchanged.
///
/// With another policy or a batch size, the import commits its records in batches. After an
/// interruption, a second run of the same import continues after the last batch.
///
/// The program can also stop an import. The import then commits the records that it has read.
public struct Importer: Sendable {
  private let path: String
  private let migrations: MigrationSource?

  /// Creates an importer for a database file that already has its tables. Does not open the file.
  ///
  /// - Parameters:
  ///   - path: The path of the database file. The file must exist when an import begins.
  ///   - migrations: The migrations of the program. An import throws an error for a file with
  ///     unknown or edited migrations. If nil, an import does not check the migrations of the file.
  public init(path: String, migrations: MigrationSource? = nil) {
    self.path = path
    self.migrations = migrations
  }

  /// Imports the inputs of a request on the calling thread, and returns when the import has ended.
  ///
  /// - Parameters:
  ///   - request: The inputs and the options.
  ///   - progress: A function that is called about once every thousand records. Its result
  ///     determines whether the import continues.
  ///   - notice: A function that receives messages for the user, for example that the import
  ///     continues an interrupted run.
  /// - Returns: The numbers of imported rows, the rejected records, and the other results.
  /// - Throws: ``ImportError``. An error of SQLite has the code ``ImportError/Code/database`` and a
  ///   `DatabaseError` as its cause.
  public func run(
    _ request: ImportRequest,
    progress: @escaping (ImportProgress) -> ImportDecision = { _ in .proceed },
    notice: @escaping (ImportNotice) -> Void = { _ in }
  ) throws(ImportError) -> ImportReport {
    let start = ContinuousClock.now
    let connection = try open(for: request)
    let plan = try readPlan(connection, request: request)
    let (targets, skipped) = try ImportTarget.targets(of: request, into: path, plan)
    // The mapping file is read only once, because it could change. The fingerprint of the request
    // and the import must use the same mapping.
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
      mappings: try MappingResolver.resolve(
        mapping,
        plan: plan,
        ignoresUnknown: request.ignoresUnknown
      ),
      notice: notice,
      progress: progress
    )
    var report = try session.run()
    report.skipped = skipped
    report.duration = start.duration(to: .now)
    return report
  }

  private func readPlan(
    _ connection: Connection,
    request: ImportRequest
  ) throws(ImportError) -> ImportPlan {
    let plan: ImportPlan
    do throws(DatabaseError) {
      plan = ImportPlan(
        try SchemaReader(connection).tables(),
        values: request.valueForms,
        labels: request.labels
      )
    } catch {
      throw ImportError(error)
    }
    guard !plan.tables.isEmpty else {
      throw ImportError(
        .noTables,
        "\(path) has no tables to import into",
        remedy: "Create them first: \(migrateCommand)"
      )
    }
    return plan
  }

  /// The shell command that creates the tables, for the remedy of an error. It contains the default
  /// folder of migrations.
  private var migrateCommand: String {
    "stategraph migrate up \(ShellWord.quoted(path)) --migrations Migrations"
  }

  /// Opens a separate connection for the import.
  ///
  /// The import must turn off foreign keys before BEGIN, so it cannot use the writer connection of
  /// a ``Database``. For a ``Database`` in the same process, the commits of the import are like
  /// those of another process.
  private func open(for request: ImportRequest) throws(ImportError) -> WriterConnection {
    do {
      let location = try DatabaseLocation(path: path)
      guard try location.hasContent() else {
        throw ImportError(
          .databaseMissing,
          "there is no database at \(path)",
          remedy: "Create it first: \(migrateCommand)"
        )
      }
      try FileInspection.check(
        location,
        migrations: try migrations?.load(),
        acceptsAnyApplication: request.acceptsAnyApplication,
        isToBeWritten: !request.isDryRun
      )
      let mode: WriterConnection.Mode = request.isDryRun ? .dryRun : .existing
      let connection = try WriterConnection.open(location, mode: mode)
      connection.recordChanges(request.isDryRun ? .never : .whereFollowed)
      try connection.run("PRAGMA foreign_keys = OFF")
      // 24 MiB are enough for the upper levels of every index of a large table. The limit keeps
      // the memory of the import small.
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
