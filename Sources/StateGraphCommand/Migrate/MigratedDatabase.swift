import ArgumentParser
import StateGraphSQLite
import StateGraphTools

/// The arguments that most `migrate` subcommands share: a database and its folder of migrations.
struct MigratedDatabase: ParsableArguments {
  @OptionGroup var file: DatabaseArgument

  var database: String { file.database ?? "" }

  @OptionGroup var folder: MigrationsFolder

  @OptionGroup var application: AnyApplicationOption

  /// Returns the location of the database, for a subcommand that must not create it.
  ///
  /// - Parameter isToBeWritten: Whether SQLite may roll back an interrupted transaction.
  /// - Throws: An error if the file does not exist, or if it is the database of another program.
  func existing(isToBeWritten: Bool) throws -> DatabaseLocation {
    let location = try DatabaseLocation(path: database)
    guard try location.hasContent() else {
      throw CommandFailure(inspecting: InspectionError.noDatabase(at: database), database: database)
    }
    try check(location, isToBeWritten: isToBeWritten)
    return location
  }

  /// Throws an error if the file is the database of another program.
  ///
  /// - Parameters:
  ///   - location: The database file. A missing file is accepted.
  ///   - migrations: The migrations with which those of the file are compared, or nil for none.
  ///   - isToBeWritten: Whether SQLite may roll back an interrupted transaction.
  func check(
    _ location: DatabaseLocation,
    migrations: [Migration]? = nil,
    isToBeWritten: Bool = false
  ) throws(DatabaseError) {
    try FileInspection.check(
      location,
      migrations: migrations,
      acceptsAnyApplication: application.anyApplication,
      isToBeWritten: isToBeWritten
    )
  }

  /// Returns one element for each migration in the folder or in the database, with its state.
  ///
  /// If the database file is missing, all migrations count as not applied. This method does not
  /// create the file.
  func states() throws -> [MigrationState] {
    let known = try folder.load()
    let location = try DatabaseLocation(path: database)
    try check(location)
    guard try location.hasContent() else { return MigrationState.all(known: known, applied: []) }
    let applied = try FileInspection.read(location, body: MigrationTable.applied(on:))
    return MigrationState.all(known: known, applied: applied)
  }

  /// Runs `body`. Converts a database error of `body` into a failure whose message begins with the
  /// path of the database.
  ///
  /// - Parameters:
  ///   - creating: Whether the command creates a missing database. If true, a file that cannot be
  ///     opened gives the exit code 73 instead of 66.
  ///   - body: The work of the command.
  func naming<Result>(creating: Bool = false, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: creating)
    }
  }
}
