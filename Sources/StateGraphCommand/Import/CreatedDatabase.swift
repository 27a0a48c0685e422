import Glibc
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// A new database with tables for the records of some inputs, as `import --create` makes it.
struct CreatedDatabase {
  private let path: String
  private let folder: String
  private let migration: String

  /// Infers the tables, writes them as a migration, and applies it to a new database.
  ///
  /// - Parameters:
  ///   - path: The path of the database, which must not exist.
  ///   - folder: The folder for the migration. Nil means `PATH.migrations`.
  /// - Throws: `CommandFailure` if the database already exists. Also throws the errors of the
  ///   inference and of the migration.
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

  /// Removes the database and the migration after the import of the records has failed.
  ///
  /// The user can then run the same command again.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-sharing"] { unlink(path + suffix) }
    unlink(migration)
    rmdir(folder)
  }
}
