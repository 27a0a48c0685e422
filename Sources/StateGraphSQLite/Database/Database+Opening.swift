extension Database {
  /// Opens a new database in memory, for tests and for data that need not be kept.
  ///
  /// The database has only one connection. A read on another thread therefore waits until a running
  /// write ends.
  ///
  /// The parameters and the errors are those of ``init(path:migrations:configuration:)``.
  public static func inMemory(
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    try Database(path: ":memory:", migrations: migrations, configuration: configuration)
  }

  /// Opens a new database in a private temporary file.
  ///
  /// The file is deleted when the database is closed or deallocated. Unlike a database in memory,
  /// this database has several connections. A read therefore need not wait for a write.
  ///
  /// The parameters and the errors are those of ``init(path:migrations:configuration:)``.
  public static func temporary(
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    let folder = try TemporaryFolder()
    return try Database(
      DatabaseLocation(path: folder.databasePath),
      in: folder,
      content: .unknown(migrations),
      configuration: configuration
    )
  }
}
