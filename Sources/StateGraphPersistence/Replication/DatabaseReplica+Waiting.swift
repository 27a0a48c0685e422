import StateGraphSQLite

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
