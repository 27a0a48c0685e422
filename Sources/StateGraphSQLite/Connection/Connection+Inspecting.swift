import CSQLite

extension Connection {
  /// Opens any program's database file for reading, without changing a byte of the file.
  ///
  /// A file with a rollback journal is read with SQLite's ordinary locks, which create no files.
  /// For a file in WAL mode, locks would create a `-shm` file. Such a file is therefore read
  /// without locks if no process has it open.
  ///
  /// - Parameters:
  ///   - location: The file to open.
  ///   - isLasting: Whether the connection stays open while other processes write. If true, the
  ///     connection never locks other processes out, but it may leave a `-shm` file.
  package static func openForInspection(
    _ location: DatabaseLocation,
    isLasting: Bool = false
  ) throws(DatabaseError) -> Connection {
    guard location.isInWALMode else { return try open(location, mode: .reader) }
    return try open(location, mode: isLasting ? .nonLockingReader : .inspector)
  }

  /// Returns whether all reads of this connection have seen the same state of the file.
  ///
  /// A connection with SQLite's locks always sees one state. For a connection without locks, the
  /// method checks that the file has not changed since the connection was opened.
  package func readsOneState(of location: DatabaseLocation) -> Bool {
    unlockedState == nil || unlockedState == location.fileState
  }

  /// Whether the connection reads without SQLite's locks.
  ///
  /// Such a connection does not see later commits until the file is opened again.
  package var isWithoutLocks: Bool { unlockedState != nil }
}

extension DatabaseLocation {
  /// Whether the header of the file declares WAL mode
  /// (<https://sqlite.org/fileformat.html#the_database_header>).
  ///
  /// SQLite reads the header, because opening the file again here would be dangerous. When a
  /// process closes a file descriptor, it loses all its locks on that file. Another program could
  /// then delete the WAL that is still in use.
  package var isInWALMode: Bool {
    guard case .file(let path) = self else { return false }
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let fileSystem = ConnectionHooks.of(self)?.fileSystem
    let result = sqlite3_open_v2(immutableName(of: path), &handle, flags, fileSystem)
    guard result == SQLITE_OK, let handle else { return false }
    let (readVersionOffset, wal): (Int64, Int32) = (19, 2)
    return csqlite_file_byte(handle, readVersionOffset) == wal
  }
}
