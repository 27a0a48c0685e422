import StateGraphSQLite

/// Makes one backup copy of a database, before the first of several migrations that would destroy
/// data.
final class BackupOnce {
  /// The path of the backup copy; nil until the copy is made.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// The handler that the migrator calls before data is lost; nil if the user wants no backup copy.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}
