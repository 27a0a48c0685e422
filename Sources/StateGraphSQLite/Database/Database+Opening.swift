extension Database {
  /// A database in memory, for tests and for what need not be kept. It has one connection, so that
  /// reads on other threads wait for a write.
  ///
  /// - Throws: As ``init(path:migrations:configuration:)``.
  public static func inMemory(
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) -> Database {
    try Database(path: ":memory:", migrations: migrations, configuration: configuration)
  }

  /// A database in a private temporary file, which goes when it is closed or let go of. It behaves
  /// as one in a file does, with readers beside the writer.
  ///
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

extension DatabaseError {
  static var databaseIsReadOnly: DatabaseError {
    DatabaseError(
      .readOnly,
      "The database was opened to be read only.",
      remedy: "Open it with Database.Configuration.access = .readWrite."
    )
  }
}
