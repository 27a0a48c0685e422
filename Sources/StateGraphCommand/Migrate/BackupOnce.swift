import StateGraphSQLite

/// Makes one backup copy of a database before the first migration that destroys data.
///
/// Later migrations of the same command make no further copy.
final class BackupOnce {
  /// The path of the backup copy. Nil until the copy is made.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// The function that the migrator calls before a migration destroys data.
  ///
  /// Nil if the user wants no backup copy, or if the database is in memory.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}
