import CSQLite

extension Connection {
  /// Opens a file that may belong to any program for reading, without changing a byte of it.
  ///
  /// A file with a rollback journal is read under SQLite's locks, which leave no trace. A file in
  /// WAL mode that no process has open is read without locks, because a lock there would create a
  /// file beside it.
  ///
  /// - Parameters:
  ///   - location: The file to open.
  ///   - isLasting: Whether the connection stays open while other processes write. It then never
  ///     locks them out, not even to read the log of a program that was killed; a `-shm` file may
  ///     remain.
  package static func openForInspection(
    _ location: DatabaseLocation,
    isLasting: Bool = false
  ) throws(DatabaseError) -> Connection {
    guard location.isInWALMode else { return try open(location, mode: .reader) }
    return try open(location, mode: isLasting ? .nonLockingReader : .inspector)
  }

  /// Whether everything that was read since the connection was opened belongs to one state of the
  /// file. SQLite's locks ensure it; without locks, this compares the file with its state at
  /// opening.
  package func readsOneState(of location: DatabaseLocation) -> Bool {
    unlockedState == nil || unlockedState == location.fileState
  }

  /// Whether the connection reads without locks. It then sees a later commit only after the file is
  /// opened again.
  package var isWithoutLocks: Bool { unlockedState != nil }
}

extension DatabaseLocation {
  /// Whether the header of the file says WAL
  /// (<https://sqlite.org/fileformat.html#the_database_header>).
  ///
  /// SQLite reads the header. A descriptor of our own would, when closed, drop the locks of all
  /// connections of this process, and a program that has the file open could then lose its log.
  package var isInWALMode: Bool {
    guard case .file(let path) = self else { return false }
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let result = sqlite3_open_v2(immutableName(of: path), &handle, flags, nil)
    guard result == SQLITE_OK, let handle else { return false }
    let (readVersionOffset, wal): (Int64, Int32) = (19, 2)
    return csqlite_file_byte(handle, readVersionOffset) == wal
  }
}
