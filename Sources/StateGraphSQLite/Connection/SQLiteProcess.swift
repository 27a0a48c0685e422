import CSQLite

/// Settings of SQLite for the whole process, for a program that is the only user of SQLite.
package enum SQLiteProcess {
  /// Makes SQLite allocate memory without counting it. Counting takes a lock for each allocation,
  /// and each row needs several allocations in Debian's SQLite, which has no lookaside memory.
  ///
  /// Call it before any other use of SQLite; it does nothing once a connection has been opened.
  /// Only for a command: a library must not decide this for a whole application.
  package static func stopCountingMemory() {
    _ = csqlite_stop_counting_memory()
  }
}
