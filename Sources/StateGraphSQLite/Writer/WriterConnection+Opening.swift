import CSQLite
import Glibc

extension WriterConnection {
  /// Determines whether a writer connection may create the file and switch it to WAL.
  ///
  /// In WAL mode, the connection checks before each write that its `-wal` file is still at its
  /// path.
  package enum Mode: Sendable {
    /// Creates the file if it does not exist, and switches it to WAL.
    case readWrite
    /// Opens an existing file and keeps its journal mode. If the caller decides not to write, the
    /// file is unchanged.
    case existing
    /// Opens an existing file and keeps its journal mode, for transactions that are rolled back.
    /// Accepts a file that can only be read.
    case dryRun
  }

  /// Opens the database at `location` for writing, with the settings that all connections of this
  /// library have.
  ///
  /// - Parameters:
  ///   - location: The database to open.
  ///   - mode: Whether the file may be created and changed to WAL.
  ///   - durability: The failures that a committed transaction survives.
  ///   - busyTimeout: How long a statement waits for the locks of other connections.
  ///   - counter: Counts the statements of the connection.
  ///   - extensions: The collations and functions of the program.
  ///   - handoff: The parts of an earlier writer that the new connection takes over. Nil if the
  ///     connection replaces no other writer.
  /// - Throws: The errors of SQLite. Also `.cannotOpen` if SQLite opened the file for reading only
  ///   although its permissions allow writing. `.fileMoved` if the file is not the file of
  ///   `handoff`.
  package static func open(
    _ location: DatabaseLocation,
    mode: Mode = .readWrite,
    durability: Durability = .normal,
    busyTimeout: Duration = Connection.defaultBusyTimeout,
    counter: StatementCounter = StatementCounter(),
    extensions: ConnectionExtensions = ConnectionExtensions(),
    replacing handoff: WriterHandoff? = nil
  ) throws(DatabaseError) -> WriterConnection {
    // If the database was moved, the rest of this method would create an empty file at its path.
    try handoff?.files?.requireDatabaseInPlace()
    try location.requireJournalOfOneFile()
    if mode == .readWrite { try location.createPrivateFileIfMissing() }
    let (name, flags) = location.nameAndFlagsForWriting
    let hooks = ConnectionHooks.of(location)
    let handle = try openHandle(name, flags: flags, hooks: hooks, extensions: extensions)
    // If SQLite cannot open a file for writing, it opens the file for reading without reporting an
    // error.
    if mode != .dryRun, sqlite3_db_readonly(handle, "main") == 1, location.mayBeWritten {
      sqlite3_close_v2(handle)
      throw .openedForReadingOnly
    }
    let isShared = location != .memory
    let connection = WriterConnection(
      handle: handle,
      changeLog: handoff?.changeLog ?? ChangeLog(),
      writeLock: isShared ? handoff?.writeLock ?? InterprocessWriteLock(location) : nil,
      counter: counter,
      hooks: hooks
    )
    // Such a database never has rows that are kept.
    if mode == .dryRun, !isShared { connection.monitor.standIns = StandInCollations(on: handle) }
    connection.busyTimeout = busyTimeout
    connection.setBusyTimeout(busyTimeout)
    try connection.applyCommonSettings()
    if mode == .readWrite { try connection.enableWAL(location) }
    try connection.setDurability(durability)
    var isLogged = mode == .readWrite
    if mode == .existing {
      isLogged = try connection.firstValue("PRAGMA journal_mode") == .text("wal")
    }
    if isLogged {
      try connection.rememberFiles(of: location)
      WriterLog(of: connection).inspect(hasFailed: handoff?.logHasFailed == true)
    }
    // Another file may have been moved to the path after the first check. Without this second
    // check, the connection would write to that file.
    try handoff?.files?.requireDatabaseInPlace()
    return connection
  }

  /// Switches the file to WAL. If other processes hold locks, tries again until the busy timeout
  /// has passed.
  ///
  /// SQLite itself does not wait if several processes open a new file at the same time.
  private func enableWAL(_ location: DatabaseLocation) throws(DatabaseError) {
    let deadline = ContinuousClock.deadline(after: busyTimeout)
    while true {
      do throws(DatabaseError) {
        let mode = try firstValue("PRAGMA journal_mode = WAL")
        guard location == .memory || mode == .text("wal") else {
          throw DatabaseError(
            .cannotOpen,
            "The file cannot be switched to WAL, which several connections need to share it.",
            remedy: "Put the file on a local file system."
          )
        }
        return
      } catch {
        guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
        usleep(2000)
      }
    }
  }
}

extension DatabaseError {
  fileprivate static var openedForReadingOnly: DatabaseError {
    DatabaseError(
      .cannotOpen,
      "SQLite opened the database for reading only, although its permissions allow writing.",
      remedy:
        "Open it again. The process may have run out of file descriptors, or the disk of space."
    )
  }
}
