import ArgumentParser
import StateGraphSQLite

/// The arguments that the `migrate` subcommands share: a database and its folder of migrations.
struct MigratedDatabase: ParsableArguments {
  @OptionGroup var file: DatabaseArgument

  var database: String { file.database ?? "" }

  @OptionGroup var folder: MigrationsFolder

  /// Returns the location of a database that must exist.
  ///
  /// - Throws: An error if the file does not exist, or if it is the database of another program.
  func existing() throws -> DatabaseLocation {
    let location = try DatabaseLocation(path: database)
    guard try location.hasContent() else {
      throw CommandFailure(
        "there is no database at \(database). Check the path.",
        exitCode: ExitStatus.noInput
      )
    }
    try FileInspection.check(location, migrations: nil)
    return location
  }

  /// Returns the state of each migration in the folder or in the database.
  ///
  /// If the database file is missing, no migration counts as applied. This method does not create
  /// the file.
  func states() throws -> [MigrationState] {
    let known = try folder.load()
    let location = try DatabaseLocation(path: database)
    try FileInspection.check(location, migrations: nil)
    guard try location.hasContent() else { return MigrationState.all(known: known, applied: []) }
    let applied = try FileInspection.read(location, MigrationTable.applied(on:))
    return MigrationState.all(known: known, applied: applied)
  }

  /// Runs `body`, and adds the path of the database to the database errors of `body`.
  ///
  /// - Parameters:
  ///   - creating: Whether the command creates a missing database. If the file cannot be opened,
  ///     the exit code depends on this value.
  ///   - body: The work of the command.
  func naming<Result>(creating: Bool = false, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: creating)
    }
  }
}
