import CSQLite

/// Settings of SQLite that apply to the whole process.
///
/// Use them only in a program in which no other code uses SQLite.
package enum SQLiteProcess {
  /// Makes SQLite allocate memory without counting it, which is faster.
  ///
  /// Counting takes a lock for each allocation. Debian's SQLite needs several allocations for each
  /// row, because it is built without lookaside memory (a cache for small allocations).
  ///
  /// Call this method before any other use of SQLite. It has no effect after a connection has been
  /// opened. Only a command-line program should call it, because the setting affects all SQLite
  /// connections of the process.
  package static func stopCountingMemory() {
    _ = csqlite_stop_counting_memory()
  }
}
