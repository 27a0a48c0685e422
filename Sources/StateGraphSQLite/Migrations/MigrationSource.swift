/// Where migrations come from.
public struct MigrationSource: Sendable {
  package let load: @Sendable () throws(DatabaseError) -> [Migration]

  /// The files `NNNN_name.sql` of a directory, in the order of their numbers.
  public static func directory(_ path: String) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in try MigrationDirectory(path: path).load() }
  }

  /// The files `NNNN_name.sql` among a module's resources:
  ///
  /// ```swift
  /// // resources: [.copy("Migrations")]
  /// .resources(at: Bundle.module.resourcePath, subdirectory: "Migrations")
  /// ```
  ///
  /// - Parameters: - path: The bundle's `resourcePath`; nil is an error when the database is
  ///   opened. - subdirectory: The folder in it. SwiftPM keeps it under `.copy`, and not under
  ///   `.process`.
  public static func resources(at path: String?, subdirectory: String? = nil) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in
      guard let path else {
        throw DatabaseError(
          .migrationInvalid,
          "The bundle with the migrations has no resources.",
          remedy: "Declare them in the package's manifest: resources: [.copy(\"Migrations\")]."
        )
      }
      return try MigrationDirectory(path: subdirectory.map { "\(path)/\($0)" } ?? path).load()
    }
  }

  /// Migrations that are part of the program, in any order.
  public static func list(_ migrations: [Migration]) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in
      var sorted: [Migration] = []
      for migration in migrations.sorted(by: { $0.version < $1.version }) {
        guard migration.version > 0, !migration.name.isEmpty else {
          throw DatabaseError(
            .migrationInvalid,
            "The migration \(migration.version) \(migration.name) has no number or no name.",
            remedy: "Number migrations from 1 and call each something."
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
