import Logging
import Synchronization

/// Opens the connections of a database, after it has checked whether the library may use the file.
///
/// No byte of the file is written before this check. This type opens the writer connection and
/// applies the migrations. The pool of readers opens its connections later, when they are needed.
struct DatabaseOpening {
  /// The connection that writes. Nil if the database is opened for reading only.
  let writer: WriterConnection?
  /// The connections that read.
  ///
  /// Nil for a database in memory, because a second connection would open another, empty database.
  let readers: ReaderPool?

  /// Whether commits are flushed to a disk, so that several of them may share a flush.
  var sharesFlushes: Bool { writer?.durability == .full && readers != nil }

  /// Opens the connections.
  ///
  /// - Parameters:
  ///   - location: The database to open.
  ///   - content: Whether the file must be checked, or how its content is already known.
  ///   - configuration: The settings of the database.
  ///   - counter: Counts the statements of all connections.
  init(
    _ location: DatabaseLocation,
    content: DatabaseContent,
    configuration: Database.Configuration,
    counter: StatementCounter
  ) throws(DatabaseError) {
    var known: [Migration]?
    if case .unknown(let migrations) = content { known = try migrations?.load() }
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
        counter: counter,
        extensions: configuration.extensions
      )
    guard isWritten else {
      try FileInspection.checkReadable(
        location,
        migrations: known,
        applicationID: id,
        busyTimeout: configuration.busyTimeout
      )
      writer = nil
      return
    }
    if case .unknown = content {
      try FileInspection.check(
        location,
        migrations: known,
        applicationID: id,
        isToBeWritten: true,
        busyTimeout: configuration.busyTimeout
      )
    }
    if location != .memory { DatabaseOpening.logSQLiteFault(to: configuration.logger) }
    let writer = try WriterConnection.open(
      location,
      durability: configuration.durability,
      busyTimeout: configuration.busyTimeout,
      counter: counter,
      extensions: configuration.extensions
    )
    if case .image(let image) = content { try writer.load(image) }
    if let known {
      let applied = try Migrator(writer, migrations: known, applicationID: id).migrate()
      for migration in applied {
        configuration.logger.debug("applied migration", metadata: ["name": "\(migration.name)"])
      }
    }
    self.writer = writer
    readers?.require(writer.placement?.files)
  }

  private static let hasLoggedFault = Atomic<Bool>(false)

  /// Logs a message if the loaded SQLite version can damage a file that several programs write.
  ///
  /// Logs at most once in each process. The level is `debug`, because this library avoids the
  /// fault, and a command-line tool would otherwise print the message in every run.
  private static func logSQLiteFault(to logger: Logger) {
    guard SQLiteCapabilities.current.losesPagesOnLogReset,
      !hasLoggedFault.exchange(true, ordering: .relaxed)
    else { return }
    logger.debug(
      """
      SQLite \(SQLiteCapabilities.current.version) may damage a file that several programs write. \
      This library avoids the fault; other programs, such as the sqlite3 shell, do not. \
      SQLite 3.51.3 corrects it.
      """
    )
  }
}
