/// The source of migrations: a directory, the resources of a module, or a list in the program.
public struct MigrationSource: Sendable {
  package let load: @Sendable () throws(DatabaseError) -> [Migration]
  /// The path of the directory as the program wrote it, or nil if the migrations are not from a
  /// directory.
  package let directory: String?

  package init(
    directory: String? = nil,
    load: @escaping @Sendable () throws(DatabaseError) -> [Migration]
  ) {
    self.directory = directory
    self.load = load
  }

  /// Loads the migrations from the `.sql` files of a directory, in the order of their numbers.
  ///
  /// The files have names such as `0001_create_users.sql`. If a file has a name of another form,
  /// opening the database throws.
  ///
  /// - Parameter path: The path of the directory.
  public static func directory(_ path: String) -> MigrationSource {
    MigrationSource(directory: path) { () throws(DatabaseError) in
      try MigrationDirectory(path: path).load()
    }
  }

  /// Loads the migrations from the resources of a module, in the order of their numbers.
  ///
  /// The files have names such as `0001_create_users.sql`.
  ///
  /// ```swift
  /// // resources: [.copy("Migrations")]
  /// .resources(at: Bundle.module.resourcePath, subdirectory: "Migrations")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The `resourcePath` of the bundle. If it is nil, opening the database throws.
  ///   - subdirectory: The folder in the bundle. SwiftPM keeps this folder with `.copy`, but not
  ///     with `.process`.
  public static func resources(at path: String?, subdirectory: String? = nil) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in
      guard let path else {
        throw DatabaseError(
          .migrationInvalid,
          "The bundle of the migrations has no resources.",
          remedy: "Declare them in the package's manifest: resources: [.copy(\"Migrations\")]."
        )
      }
      return try MigrationDirectory(path: subdirectory.map { "\(path)/\($0)" } ?? path).load()
    }
  }

  /// Uses migrations that are declared in the program, in any order.
  ///
  /// - Parameter migrations: The migrations. If two of them have the same number, opening the
  ///   database throws.
  public static func list(_ migrations: [Migration]) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in
      var sorted: [Migration] = []
      for migration in migrations.sorted(by: { $0.version < $1.version }) {
        guard migration.version > 0, !migration.name.isEmpty else {
          throw DatabaseError(
            .migrationInvalid,
            "The migration \(migration.version) \(migration.name) has no valid number or no name.",
            remedy: "Number migrations from 1, and give each a name."
          )
        }
        if let last = sorted.last, last.version == migration.version {
          throw DatabaseError(
            .migrationInvalid,
            "\(migration.name) and \(last.name) have the same number.",
            remedy: "Renumber one of them."
          )
        }
        sorted.append(migration)
      }
      return sorted
    }
  }
}
