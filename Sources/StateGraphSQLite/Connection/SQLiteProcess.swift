import CSQLite

/// What a program may decide that has SQLite to itself.
package enum SQLiteProcess {
  /// Lets SQLite allocate memory without counting it, which takes a lock each time. Debian's SQLite
  /// has no memory of its own for small pieces, so that every row is several.
  ///
  /// Call it first of all: it does nothing once a connection has been opened. Only for a command:
  /// a library must not decide this for a whole application.
  package static func stopCountingMemory() {
    _ = csqlite_stop_counting_memory()
  }
}
