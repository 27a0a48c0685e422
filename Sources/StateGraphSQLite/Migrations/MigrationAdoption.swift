/// Finds the migrations whose result a file already has, although it was made without them, and
/// records them as applied.
///
/// Only the schema is compared. The rows that a migration writes may be missing in the file.
package struct MigrationAdoption: Sendable {
  private let known: [Migration]
  /// The number of the last migration to record, or nil to find it by the schema.
  private let last: Int?
  /// The schema after each migration, in the order of their numbers.
  private let results: [(version: Int, schema: FileSchema)]

  /// Runs the migrations in an empty database in memory.
  ///
  /// - Parameters:
  ///   - known: The migrations of the program.
  ///   - last: The number of the last migration that the file has. If nil, the schema must show it.
  package init(_ known: [Migration], through last: Int? = nil) throws(DatabaseError) {
    (self.known, self.last) = (known, last)
    let migrator = try Migrator(inMemory: known)
    var results: [(version: Int, schema: FileSchema)] = []
    for migration in known where migration.version <= last ?? .max {
      _ = try migrator.migrate(through: migration.version)
      results.append((migration.version, try SchemaReader(migrator.connection).file()))
    }
    self.results = results
  }

  /// Returns the migrations that the file has, but does not list. Does not change the file.
  ///
  /// - Throws: `.schemaMismatch` with the differences if the file has another schema.
  ///   `.migrationInvalid` if several migrations have the schema of the file.
  package func unrecorded(in connection: Connection) throws(DatabaseError) -> [Migration] {
    let applied = try MigrationTable.applied(on: connection)
    let pending = try MigrationPlan(known: known, applied: applied).pending(through: last)
    guard !pending.isEmpty else { return [] }
    let file = try SchemaReader(connection).file()
    let first = applied.last?.version ?? pending[0].version
    let found = results.filter { $0.version >= first && ($0.version == last || last == nil) }
      .map {
        (version: $0.version, differences: MigrationDrift.between(expected: $0.schema, file: file))
      }
    let same = found.filter(\.differences.isEmpty).map(\.version)
    guard let version = same.first else {
      throw Self.different(found.min { $0.differences.count < $1.differences.count })
    }
    guard same.count == 1 else {
      throw DatabaseError(
        .migrationInvalid,
        "The file has the schema after number \(version) and also after number "
          + "\(same[same.count - 1]), because the migrations between them change only rows.",
        remedy: "Name the last migration whose rows the file has, with: migrate baseline --to N"
      )
    }
    return pending.filter { $0.version <= version }
  }

  /// Records the migrations in one transaction.
  ///
  /// - Returns: The recorded migrations.
  /// - Throws: The errors of ``unrecorded(in:)``.
  package func record(on connection: WriterConnection) throws(DatabaseError) -> [Migration] {
    try connection.beginWrite()
    do {
      let migrations = try unrecorded(in: connection)
      if !migrations.isEmpty { try MigrationTable.create(on: connection) }
      for migration in migrations { try MigrationTable.record(migration, on: connection) }
      try connection.commitWrite()
      return migrations
    } catch {
      try connection.rollBackWrite()
      throw error
    }
  }

  private static func different(
    _ nearest: (version: Int, differences: [String])?
  ) -> DatabaseError {
    let shown = 20
    let differences = nearest?.differences ?? []
    let more = differences.count > shown ? "; and \(differences.count - shown) more" : ""
    return DatabaseError(
      .schemaMismatch,
      "The file's schema is not what the migrations up to number \(nearest?.version ?? 0) make: "
        + differences.prefix(shown).joined(separator: "; ") + more + ".",
      remedy: "Change the migrations or the file. The SQL between them is printed by: migrate diff"
    )
  }
}

extension MigrationSource {
  /// Records migrations as applied in a file that already has their tables, for example because
  /// another program has made it. Afterwards, the file can be opened with these migrations.
  ///
  /// The migrations run in an empty database in memory. If the schema of the file equals their
  /// result, they are recorded in the file, and nothing else in it changes. Rows are not compared.
  ///
  /// ```swift
  /// try MigrationSource.directory("Migrations").recordBaseline(path: "orders.sqlite")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - version: The number of the last migration to record. If nil, the migration is recorded
  ///     after which the schema is that of the file, with all earlier ones.
  ///   - applicationID: The application id of the program, or nil for that of the library.
  /// - Returns: The recorded migrations. Empty if the file lists them already.
  /// - Throws: `.schemaMismatch` with the differences. `.migrationInvalid` if several migrations
  ///   have the schema of the file. `.cannotOpen` if there is no file. Nothing was changed then.
  @discardableResult
  public func recordBaseline(
    path: String,
    through version: Int? = nil,
    applicationID: Int32? = nil
  ) throws(DatabaseError) -> [Migration] {
    let location = try DatabaseLocation(path: path)
    try FileInspection.checkReadable(
      location,
      migrations: nil,
      applicationID: applicationID.map { Int64($0) } ?? FileInspection.applicationID,
      busyTimeout: Connection.defaultBusyTimeout
    )
    return try recordBaseline(in: location, through: version)
  }

  /// Records migrations in a file whose application id was checked. The file keeps its journal
  /// mode.
  package func recordBaseline(
    in location: DatabaseLocation,
    through version: Int?
  ) throws(DatabaseError) -> [Migration] {
    let adoption = try MigrationAdoption(load(), through: version)
    // A file that is refused is not opened for writing, so that no byte of it changes.
    let found = try FileInspection.read(location, body: adoption.unrecorded(in:))
    return found.isEmpty ? [] : try adoption.record(on: .open(location, mode: .existing))
  }
}
