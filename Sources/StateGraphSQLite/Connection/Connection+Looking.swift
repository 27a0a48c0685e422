import CSQLite

extension Connection {
  /// Opens a file of anybody's to look at it, without changing a byte of it.
  ///
  /// A file with a rollback journal is read under SQLite's locks, which leave nothing behind. One
  /// in WAL mode that nobody has open is read without: a lock there is a file beside it.
  ///
  /// - Parameter isLasting: Whether it stays open while others come to write. It then never locks
  ///   them out, not even to read the log of a program that was killed; a `-shm` may stay behind.
  package static func looking(
    at location: DatabaseLocation,
    isLasting: Bool = false
  ) throws(DatabaseError) -> Connection {
    guard location.isInWALMode else { return try open(location, mode: .reader) }
    return try open(location, mode: isLasting ? .bystander : .inspector)
  }

  /// Whether what was read since the connection was opened is of one state of the file. SQLite's
  /// locks see to that, and where it was opened without, this asks the file.
  package func readsOneState(of location: DatabaseLocation) -> Bool {
    unlockedState == nil || unlockedState == location.fileState
  }

  /// Whether other connections' commits stay unseen until the file is opened again.
  package var isWithoutLocks: Bool { unlockedState != nil }
}

extension DatabaseLocation {
  /// Whether the file's header says WAL (<https://sqlite.org/fileformat.html#the_database_header>).
  ///
  /// Read by SQLite: to close a descriptor of one's own would take the locks of every connection of
  /// this process away, and with them, from under a program that has the file open, the log.
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
