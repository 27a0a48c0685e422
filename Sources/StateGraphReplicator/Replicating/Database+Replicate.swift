#if PostgreSQL
import StateGraphReplication
import StateGraphRows
public import StateGraphSQLite

extension Database {
  /// Replicates this database with a PostgreSQL server, until the task is cancelled.
  ///
  /// The server's commits arrive in the file, and local writes are sent. While the server cannot be
  /// reached, the file stays readable and writable, and the method tries again. A file has one
  /// replicator at a time. If another program replicates it, for example `stategraph-sync`, the
  /// method waits until that program ends, and then goes on.
  ///
  /// ```swift
  /// let replication = Task {
  ///   try await database.replicate(with: "postgres://app@db.example/shop")
  /// }
  /// ```
  ///
  /// The server must have been prepared with the SQL of `stategraph-sync init`. If the file is not
  /// a replica yet and its tables are empty, the method makes it one.
  ///
  /// - Parameters:
  ///   - server: The server, as libpq accepts it. Passwords come from the places that libpq knows,
  ///     such as `~/.pgpass`.
  ///   - feed: The server with the role that reads changes, if it is another role.
  ///   - publication: The name of the publication on the server.
  ///   - tables: The tables to replicate, if the file is not a replica yet.
  ///   - conflicts: Rules for tables in which changes of the same row must not replace each other.
  /// - Throws: The error that no later attempt can avoid: ``ReplicationError``, for example
  ///   `.permission`, or `DatabaseError`. It is `.schemaMismatch` only if the server does not fit
  ///   from the beginning; later, the method waits until it fits again. It is `.misuse` if the file
  ///   is not a replica and its tables have rows, or if it is a replica of other tables than the
  ///   named ones.
  ///   `CancellationError` if the task is cancelled.
  public func replicate(
    with server: String,
    feed: String? = nil,
    publication: String = "stategraph",
    tables: ReplicationTables = .all,
    conflicts: [ReplicationConflicts] = []
  ) async throws {
    try makeReplica(of: tables)
    var options = ReplicatorOptions(
      server: try ConnectionParameters(server),
      publication: try ServerName(publication)
    )
    if let feed { options.feed = try ConnectionParameters(feed) }
    options.refusesChanged = conflicts.map(\.table)
    try await Replicator(self, options: options).run()
  }

  /// Makes the file a replica if it is none.
  private func makeReplica(of tables: ReplicationTables) throws {
    let names =
      switch tables {
      case .all: [String]()
      case .named(let names): try requireAny(names)
      }
    if let known = try StoredReplica(self).read() {
      guard names.isEmpty || sorted(names) == sorted(known.tables) else {
        throw DatabaseError(
          .misuse,
          "The file replicates other tables than \(names.joined(separator: ", ")).",
          remedy: "Name its tables: \(known.tables.joined(separator: ", "))."
        )
      }
      return
    }
    let replica = try NewReplica(self, tables: names)
    guard try replica.rowCount() == 0 else {
      throw DatabaseError(
        .misuse,
        "The file is not a replica, and its tables have rows, which the server may lack.",
        remedy: "Run stategraph-sync init with --upload, or with --replace-rows."
      )
    }
    try replica.create()
  }

  /// An empty list would mean all tables.
  private func requireAny(_ names: [String]) throws(DatabaseError) -> [String] {
    guard names.isEmpty else { return names }
    throw DatabaseError(
      .misuse,
      "No table is named for the replication.",
      remedy: "Name the tables, or replicate all."
    )
  }

  private func sorted(_ names: [String]) -> [ByteText] { names.map { ByteText($0) }.sorted() }
}
#endif
