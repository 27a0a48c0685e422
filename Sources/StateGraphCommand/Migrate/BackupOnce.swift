import StateGraphSQLite

/// A copy of a database, made before the first of several migrations destroys data.
final class BackupOnce {
  /// The path of the copy; nil before it is made.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// The handler for a migrator; nil if no copy is wanted.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}
