import Logging
import Synchronization

extension Database {
  private static let hasNotedVersion = Atomic<Bool>(false)

  /// Says once, for the first database of the process, that its SQLite has a fault which the
  /// library can keep itself from, and other programs that write the file cannot.
  static func noteSQLiteVersion(to logger: Logger) {
    guard SQLiteCapabilities.current.losesPagesOnLogReset,
      !hasNotedVersion.exchange(true, ordering: .relaxed)
    else { return }
    logger.notice(
      """
      SQLite \(libraryVersion) may damage a file that several programs write: this library guards \
      against it, the sqlite3 shell and others do not. SQLite 3.51.3 is mended.
      """
    )
  }
}
