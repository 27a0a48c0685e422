public import StateGraphCore
public import StateGraphSQLite

extension Database {
  /// This database as a replica of a PostgreSQL database.
  ///
  /// The nodes show what the file knows. It does not matter which program replicates the file. All
  /// objects of one database have the same nodes.
  public var replica: DatabaseReplica { DatabaseReplica(self) }
}

/// A database file as a replica of a PostgreSQL database: the state of its replication, its pending
/// and its refused writes.
///
/// ```swift
/// let replica = database.replica
/// replica.$pending.onChange { count in label.text = "Not sent: \(count)" }
/// for write in replica.refused { try write.discard() }
/// ```
///
/// A node changes only if its value differs, so that a commit which concerns other rows calls no
/// observer. Inside a write or a snapshot, a property has the value of the transaction or of the
/// snapshot. If the file cannot be read, the error is logged, and the file counts as not
/// replicated.
///
/// Any thread can use the object.
public final class DatabaseReplica: Sendable {
  /// The database. The object keeps it open.
  public let database: Database

  /// What the replicator does, in this process or in another one. The node is `$status`.
  ///
  /// A replicator that was killed counts as running until the next commit of the file.
  @StateGraphCore.GraphComputed public var status: ReplicationStatus
  /// The number of local writes that the server has not decided. The node is `$pending`.
  @StateGraphCore.GraphComputed public var pending: Int
  /// How far the file may be behind the server. The node is `$lag`.
  @StateGraphCore.GraphComputed public var lag: ReplicationLag
  /// The local writes that the server has refused, in the order in which they were made. The node
  /// is `$refused`.
  @StateGraphCore.GraphComputed public var refused: [RefusedWrite]

  let nodes: ReplicaNodes

  init(_ database: Database) {
    self.database = database
    nodes = DatabaseGraph.of(database).replicaNodes(of: database)
    $status = nodes.status
    $pending = nodes.pending
    $lag = nodes.lag
    $refused = nodes.refused
  }

  /// Waits until the file meets a condition, and returns its state then.
  ///
  /// - Throws: `.misuse` if the file is not a replica, and `CancellationError`.
  func wait(until isMet: (ReplicaState) -> Bool) async throws -> ReplicaState {
    for await state in nodes.state.values {
      guard let stored = state?.stored else { throw DatabaseReplica.noReplica }
      if isMet(stored) { return stored }
    }
    throw CancellationError()
  }

  private static var noReplica: DatabaseError {
    DatabaseError(
      .misuse,
      "The file is not a replica.",
      remedy: "Set up its replication with stategraph-sync init."
    )
  }
}

extension DatabaseReplica {
  /// Waits until the server has decided all local writes, and until the file has everything that
  /// the server had committed before this call.
  ///
  /// The method makes a local write without rows. The server's answer to it comes after everything
  /// that was committed before. The wait lasts until a replicator has reached the server.
  ///
  /// - Throws: `DatabaseError` with the code `.misuse` if the file is not a replica. Also the
  ///   errors of a write, and `CancellationError`.
  public func caughtUp() async throws {
    let sequence = try await StoredReplica(database).writeNumbered {}.sequence
    _ = try await wait { $0.decided >= sequence }
  }

  /// Waits until the server has decided all local writes, and returns a bookmark of the file's
  /// state of the server, which contains them.
  ///
  /// - Throws: `DatabaseError` with the code `.misuse` if the file is not a replica, or was not
  ///   compared with a server yet. Also `CancellationError`.
  public func bookmark() async throws -> ReplicaBookmark {
    guard let newest = try StoredReplica(database).readState()?.newest else {
      throw DatabaseReplica.notCompared
    }
    let state = try await wait { $0.decided >= newest }
    guard let mark = ReplicaBookmark(server: state.server, position: state.position) else {
      throw DatabaseReplica.notCompared
    }
    return mark
  }

  /// Waits until the file has everything that the file of a bookmark had.
  ///
  /// - Parameter mark: A bookmark of a file with the same server.
  /// - Throws: `DatabaseError` with the code `.misuse` if the file is not a replica, was not
  ///   compared with a server yet, or has another server. Also the errors of ``caughtUp()``.
  public func reached(_ mark: ReplicaBookmark) async throws {
    if try hasReached(mark) { return }
    // The mark is behind this machine's state of the server, or the server has written nothing
    // for this file since.
    try await caughtUp()
    guard try hasReached(mark) else {
      throw DatabaseError(
        .misuse,
        "The server has lost the state of the bookmark, for example by a failover.",
        remedy: "Make a new bookmark."
      )
    }
  }

  private func hasReached(_ mark: ReplicaBookmark) throws -> Bool {
    guard let state = try StoredReplica(database).readState(),
      let own = ReplicaBookmark(server: state.server, position: state.position)
    else { throw DatabaseReplica.notCompared }
    guard own.server == mark.server else {
      throw DatabaseError(
        .misuse,
        "The bookmark belongs to another server than the file.",
        remedy: "Use bookmarks among files of one server."
      )
    }
    return own.position >= mark.position
  }

  private static var notCompared: DatabaseError {
    DatabaseError(
      .misuse,
      "The file is not a replica, or no replicator has compared it with its server yet.",
      remedy: "Run its replicator."
    )
  }
}
