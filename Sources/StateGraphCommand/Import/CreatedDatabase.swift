import Glibc
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// The new database of the command `import --create`. Its tables are inferred from the records of
/// the inputs.
struct CreatedDatabase {
  private let path: String
  private let folder: String
  private let migration: String

  /// Infers the tables, writes them as a migration, and creates the database by applying the
  /// migration.
  ///
  /// - Parameters:
  ///   - path: The path of the database. No database may exist there.
  ///   - folder: The folder for the migration. Nil stands for the path with `.migrations` appended.
  ///   - inference: Reads the inputs and finds their tables.
  /// - Throws: ``CommandFailure`` if a database exists at `path`, and the errors of the inference
  ///   and of the migration.
  init(path: String, folder: String?, _ inference: SchemaInference) throws {
    let location = try DatabaseLocation(path: path)
    guard try !location.hasContent() else {
      throw CommandFailure(
        "there is a database at \(path). Leave out --create, or name another file.",
        exitCode: ExitStatus.usage
      )
    }
    self.path = path
    self.folder = folder ?? path + ".migrations"
    let schema = try inference.run()
    for warning in schema.warnings { try CommandOutput.note("warning: \(warning).") }
    for table in schema.tables { try CommandOutput.note(table.keyDecision) }
    let author = MigrationAuthor(directory: self.folder)
    migration = try author.write(titled: schema.migrationTitle, sql: schema.sql)
    do {
      let connection = try WriterConnection.open(location)
      let known = try MigrationSource.directory(self.folder).load()
      _ = try Migrator(connection, migrations: known).migrate()
    } catch {
      remove()
      throw error
    }
    try CommandOutput.note("\(migration): the tables of \(path)")
  }

  /// Removes the database and the migration. The command calls this function if the migration or
  /// the import of the records has failed and stored no records. The user can then run the same
  /// command again.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-sharing"] { unlink(path + suffix) }
    unlink(migration)
    rmdir(folder)
  }
}
