/// One step of a schema: a numbered SQL file, frozen once it has been applied anywhere.
public struct Migration: Sendable, Equatable {
  /// The number at the beginning of the file's name.
  public let version: Int
  /// The file's name, `0001_create_social.sql`.
  public let name: String
  package let sql: String
  /// SHA-256 of the file's bytes, recorded when it is applied.
  package let fingerprint: String

  package init(version: Int, name: String, sql: String) {
    self.version = version
    self.name = name
    self.sql = sql
    fingerprint = SHA256.hexadecimal(of: sql.utf8)
  }
}

/// Where migrations come from.
public struct MigrationSource: Sendable {
  package let load: @Sendable () throws(DatabaseError) -> [Migration]

  /// The files `NNNN_name.sql` of a directory, in the order of their numbers.
  public static func directory(_ path: String) -> MigrationSource {
    MigrationSource { () throws(DatabaseError) in try MigrationDirectory(path: path).load() }
  }
}
