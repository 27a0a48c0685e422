extension Database {
  /// Opens a new database in memory, for tests and for data that need not be kept. It has one
  /// connection, so reads on other threads wait for a write.
  ///
  /// - Parameters:
  ///   - migrations: Create the schema.
  ///   - configuration: The settings of the database.
  /// - Throws: As ``init(path:migrations:configuration:)``.
  public static func inMemory(
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    try Database(path: ":memory:", migrations: migrations, configuration: configuration)
  }

  /// Opens a new database in a private temporary file, which is deleted when the database is closed
  /// or deallocated. It behaves like a database in a file, with readers beside the writer.
  ///
  /// - Parameters:
  ///   - migrations: Create the schema.
  ///   - configuration: The settings of the database.
  /// - Throws: As ``init(path:migrations:configuration:)``.
  public static func temporary(
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    let folder = try TemporaryFolder()
    return try Database(
      DatabaseLocation(path: folder.databasePath),
      in: folder,
      migrations: migrations,
      configuration: configuration
    )
  }
}
