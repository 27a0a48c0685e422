import Glibc

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
  package var isInWALMode: Bool {
    guard case .file(let path) = self else { return false }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    var version: UInt8 = 0
    let readVersionOffset = 19
    return pread(descriptor, &version, 1, readVersionOffset) == 1 && version == 2
  }
}
