import Glibc

/// Copies a database file before a migration destroys data in it. The copy contains the last commit
/// before the migration.
package struct MigrationBackup {
  private let location: DatabaseLocation

  package init(of location: DatabaseLocation) {
    self.location = location
  }

  /// Writes the copy to `<database>.backup-<version>-<UTC time>`.
  ///
  /// The version is the number of the newest applied migration. The copy gets this name only when
  /// it is complete. The copy never replaces an existing file.
  ///
  /// - Returns: The path of the copy. Empty if the database is in memory, which needs no copy.
  /// - Throws: Errors of the file system, such as `.permission` and `.diskFull`.
  package func make() throws(DatabaseError) -> String {
    guard case .file(let path) = location else { return "" }
    do {
      // A separate connection reads only committed data. The copy then contains no changes of the
      // migration.
      let reader = try Connection.open(location, mode: .reader)
      let version = try MigrationTable.applied(on: reader).last?.version ?? 0
      let target = try unusedTarget("\(path).backup-\(version)-\(Self.timestamp())")
      defer { target.removePartialFile() }
      try PageCopy(source: reader).write(to: target.partialPath, progress: { _, _ in })
      try target.commit()
      return target.path
    } catch {
      let failure = error as? DatabaseError
      throw DatabaseError(
        failure?.code ?? .inputOutput,
        "The backup could not be made: \(failure?.message ?? "\(type(of: error))")",
        remedy:
          "Free some space, or change the permissions of the folder, or migrate without a backup.",
        extendedCode: failure?.extendedCode,
        cause: error
      )
    }
  }

  /// Returns a target file that does not exist yet.
  ///
  /// Two backups can be made in the same second. If `name` is taken, a number is appended.
  private func unusedTarget(_ name: String) throws(DatabaseError) -> BackupTarget {
    var path = name
    for number in 2...99 where access(path, F_OK) == 0 { path = "\(name)-\(number)" }
    return try BackupTarget(path, source: location, replacesExisting: false)
  }

  /// Returns the current time in UTC for the name of a backup, such as `20261122T054500Z`.
  private static func timestamp() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func digits(_ number: Int32, width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return digits(parts.tm_year + 1900, width: 4) + digits(parts.tm_mon + 1, width: 2)
      + digits(parts.tm_mday, width: 2)
      + "T" + digits(parts.tm_hour, width: 2) + digits(parts.tm_min, width: 2)
      + digits(parts.tm_sec, width: 2) + "Z"
  }
}
