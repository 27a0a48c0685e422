import StateGraphFixtures
import StateGraphPersistence

/// Upgrades a database to the newest version by migrations, and finds what is wrong with the
/// result. ``MigrationCheck`` uses it for each version.
struct MigrationUpgrade {
  private let migrations: [Migration]
  private let types: [any Entity.Type]
  private let allowed: Set<String>

  init(_ migrations: [Migration], types: [any Entity.Type], allowed: Set<String>) {
    self.migrations = migrations
    self.types = types
    self.allowed = allowed
  }

  /// Creates a database of an old version, upgrades it, and returns one sentence for each problem.
  ///
  /// - Parameters:
  ///   - start: The migration that completes the old version.
  ///   - path: The path of a new file.
  ///   - folder: The fixture with the rows of the old version. If nil, the database is empty.
  func problems(
    from start: Migration,
    at path: String,
    rows folder: FixtureFolder?
  ) throws -> [String] {
    var problems = try undoProblems(of: start)
    _ = try migrate(path, through: start.version)
    if let folder { _ = try FixtureLoader(folder, into: path).load() }
    problems += try upgradeProblems(at: path)
    return problems.map { "Version \(start.version) (\(start.name)): \($0)" }
  }

  /// Upgrades the copy of a released database file, and returns one sentence for each problem.
  func problems(ofFile name: String, at path: String) throws -> [String] {
    try upgradeProblems(at: path).map { "\(name): \($0)" }
  }

  private func upgradeProblems(at path: String) throws -> [String] {
    let before = try rowCounts(path)
    _ = try migrate(path)
    let after = try rowCounts(path)
    var problems: [String] = []
    for (table, count) in before.sorted(by: { $0.key < $1.key }) where !allowed.contains(table) {
      guard let left = after[table] else {
        if count > 0 { problems.append("The table \(table) and its \(count) rows are gone.") }
        continue
      }
      if left < count {
        problems.append("The table \(table) has lost \(count - left) of \(count) rows.")
      }
    }
    problems += try schemaProblems(at: path)
    problems += try damage(at: path)
    let database = try Database(path: path, migrations: source)
    defer { try? database.close() }
    for type in types {
      problems += try database.schemaDifferences(for: type).map { "The type does not fit: \($0)" }
    }
    return problems
  }

  /// Compares the schema of the upgraded database with the schema of a new database.
  private func schemaProblems(at path: String) throws -> [String] {
    let wanted = try CloneFolder.withFile(bytes: 0) { new in try migrate(new) }
    let found = try schema(path)
    return wanted.keys.filter { found[$0] == nil }.sorted().map { "The \($0) is missing." }
      + found.keys.filter { wanted[$0] == nil }.sorted().map { "The \($0) is left over." }
      + wanted.keys.filter { found[$0] != nil && found[$0] != wanted[$0] }.sorted()
      .map { "The \($0) differs from that of a new database." }
  }

  private func damage(at path: String) throws -> [String] {
    try onConnection(path) { connection in
      let orphans = try connection.rows("PRAGMA foreign_key_check").compactMap { row -> String? in
        guard case .text(let table) = row[0], case .text(let parent) = row[2] else { return nil }
        return "A row of \(table) refers to a row of \(parent) that does not exist."
      }
      let damage = try DamageCheck(connection, isQuick: false).messages(limit: 10)
        .map { "The file is damaged: \($0)" }
      return Array(Set(orphans)).sorted() + damage
    }
  }

  /// Applies a migration, undoes it, and compares the schema with the schema before the migration.
  private func undoProblems(of migration: Migration) throws -> [String] {
    guard migration.undo != nil else { return [] }
    return try CloneFolder.withFile(bytes: 0) { path in
      let earlier = migrations.last { $0.version < migration.version }
      let before = try earlier.map { try migrate(path, through: $0.version) } ?? [:]
      _ = try migrate(path, through: migration.version)
      let after = try onConnection(path) { connection in
        try Migrator(connection, migrations: migrations).revert([migration])
        return try objects(connection)
      }
      let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
      return changed.map { "\(migration.downName) does not restore the \($0)." }
    }
  }

  /// Applies the migrations up to a version, or all if it is nil, and returns the schema.
  private func migrate(_ path: String, through version: Int? = nil) throws -> [String: String] {
    try onConnection(path) { connection in
      _ = try Migrator(connection, migrations: migrations).migrate(through: version)
      return try objects(connection)
    }
  }

  private func schema(_ path: String) throws -> [String: String] {
    try onConnection(path) { try objects($0) }
  }

  /// Returns the objects of a schema without those of the library and of SQLite. The key is the
  /// kind and the name of an object, such as `table orders`. The value is its SQL.
  private func objects(_ connection: Connection) throws -> [String: String] {
    var objects: [String: String] = [:]
    for object in try SchemaReader(connection).objects()
    where !LibraryTable.contains(object.name) && !object.name.hasPrefix("sqlite_") {
      objects["\(object.kind) \(object.name)"] = object.sql
    }
    return objects
  }

  private func rowCounts(_ path: String) throws -> [String: Int] {
    try onConnection(path) { connection in
      var counts: [String: Int] = [:]
      for table in try SchemaReader(connection).tables() {
        let count = try connection.firstValue("SELECT count(*) FROM \(table: table.name)")
        if case .integer(let rows)? = count { counts[table.name] = Int(rows) }
      }
      return counts
    }
  }

  private var source: MigrationSource {
    let migrations = migrations
    return MigrationSource { () throws(DatabaseError) in migrations }
  }

  private func onConnection<Result>(
    _ path: String,
    body: (WriterConnection) throws -> Result
  ) throws -> Result {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    return try body(connection)
  }
}
