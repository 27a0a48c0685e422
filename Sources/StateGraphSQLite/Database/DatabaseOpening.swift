import Logging
import Synchronization

/// Opens the connections of a database: checks the file before it is written, migrates it, and
/// opens the writer and the pool of readers.
struct DatabaseOpening {
  /// Nil for a database that is only read.
  let writer: WriterConnection?
  /// Nil in memory, where a second connection would see another database.
  let readers: ReaderPool?

  init(
    _ location: DatabaseLocation,
    migrations: MigrationSource?,
    configuration: Database.Configuration,
    counter: StatementCounter
  ) throws(DatabaseError) {
    let known = try migrations?.load()
    let id = Int64(configuration.applicationID)
    let isWritten = configuration.access == .readWrite
    readers =
      location == .memory
      ? nil
      : ReaderPool(
        location: location,
        mode: isWritten ? .reader : .nonLockingReader,
        idleLimit: 4,
        busyTimeout: configuration.busyTimeout,
        counter: counter
      )
    guard isWritten else {
      try FileInspection.checkReadable(location, migrations: known, applicationID: id)
      writer = nil
      return
    }
    try FileInspection.check(location, migrations: known, applicationID: id, isToBeWritten: true)
    if location != .memory { DatabaseOpening.logSQLiteFault(to: configuration.logger) }
    let writer = try WriterConnection.open(
      location,
      durability: configuration.durability,
      busyTimeout: configuration.busyTimeout,
      counter: counter
    )
    if let known {
      let applied = try Migrator(writer, migrations: known, applicationID: id).migrate()
      for migration in applied {
        configuration.logger.debug("applied migration", metadata: ["name": "\(migration.name)"])
      }
    }
    self.writer = writer
  }

  private static let hasLoggedFault = Atomic<Bool>(false)

  /// Logs, once in each process, that this version of SQLite has a fault that the library avoids
  /// and other programs that write the file do not.
  private static func logSQLiteFault(to logger: Logger) {
    guard SQLiteCapabilities.current.losesPagesOnLogReset,
      !hasLoggedFault.exchange(true, ordering: .relaxed)
    else { return }
    logger.notice(
      """
      SQLite \(SQLiteCapabilities.current.version) may damage a file that several programs write. \
      This library avoids the fault; other programs, such as the sqlite3 shell, do not. \
      SQLite 3.51.3 corrects it.
      """
    )
  }
}
