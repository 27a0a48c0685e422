import StateGraphSQLite

/// Makes a backup copy of a database before the first migration of a command that destroys data.
/// Later migrations of the same command make no further copy. `migrate up` and `migrate down` use
/// this class.
final class BackupOnce {
  /// The path of the backup copy, or nil until a migration is about to destroy data.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// The function that the migrator calls before each migration that destroys data. The first call
  /// makes the copy. It is nil if the user wants no copy, or if the database is in memory.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}
