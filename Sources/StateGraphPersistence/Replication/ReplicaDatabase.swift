import StateGraphSQLite

/// A database that its user may release at any time.
///
/// The database owns the nodes of its replica. If one of their values kept the database, neither
/// would ever be released.
struct ReplicaDatabase: @unchecked Sendable {
  // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
  // is thread-safe.
  private weak var database: Database?

  init(_ database: Database) { self.database = database }

  /// - Throws: `.closed` if the database was released.
  func get() throws(DatabaseError) -> Database {
    guard let database else {
      throw DatabaseError(
        .closed,
        "The database of this replica is closed.",
        remedy: "Keep the Database for as long as its replica is used."
      )
    }
    return database
  }
}
