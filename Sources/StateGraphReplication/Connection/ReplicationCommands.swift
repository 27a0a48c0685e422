#if PostgreSQL
import CPostgreSQL

/// What the server says about itself.
package struct ServerIdentity: Sendable {
  /// The number that PostgreSQL gives each cluster.
  package let system: String
  /// A number that grows with each failover and each restored backup.
  package let timeline: Int
  /// The end of the server's log.
  package let position: LogPosition
}

/// A replication slot that was created now.
package struct CreatedSlot: Sendable {
  /// The slot has all transactions that commit after this position.
  package let position: LogPosition
  /// The name of the snapshot of this position. Other connections can read in it until this
  /// connection runs its next command.
  package let snapshot: String
}

/// The commands of a connection that replicates.
extension PostgreSQLConnection {
  package func identifySystem() throws(ReplicationError) -> ServerIdentity {
    guard let row = try execute("IDENTIFY_SYSTEM").first, row.count >= 3,
      let system = row[0], let timeline = row[1].flatMap(Int.init),
      let position = row[2].flatMap({ LogPosition($0) })
    else { throw unexpectedAnswer("IDENTIFY_SYSTEM") }
    return ServerIdentity(system: system, timeline: timeline, position: position)
  }

  /// Creates a slot, and exports the snapshot of its position.
  ///
  /// The server waits for all open transactions that write, of all its databases. A signal of the
  /// connection's wakeup ends the wait.
  ///
  /// - Parameters:
  ///   - name: The name of the slot.
  ///   - isTemporary: Whether the slot ends with the connection.
  ///   - whileWaiting: Called each second of the wait, with its length.
  package func createSlot(
    _ name: SlotName,
    isTemporary: Bool = false,
    whileWaiting: (Duration) -> Void = { _ in }
  ) throws(ReplicationError) -> CreatedSlot {
    let temporary = isTemporary ? " TEMPORARY" : ""
    let sql =
      "CREATE_REPLICATION_SLOT \(name.quoted)\(temporary) LOGICAL pgoutput EXPORT_SNAPSHOT"
    guard PQsendQuery(pointer, sql) == 1 else { throw lost }
    try flush()
    let start = ContinuousClock.now
    var seconds = 1
    while PQisBusy(pointer) == 1 {
      let found = wait(for: .reading, until: start + .seconds(seconds))
      if found.contains(.wakeup) { throw Self.interrupted }
      if found.contains(.reading), PQconsumeInput(pointer) == 0 { throw lost }
      if found.isEmpty {
        whileWaiting(.seconds(seconds))
        seconds += 1
      }
    }
    var rows: [[String?]] = []
    while let result = try nextResult(until: nil) {
      if result.isError { throw result.message.errorOfCreation }
      rows = result.rows
    }
    guard let row = rows.first, row.count >= 3, let position = row[1].flatMap({ LogPosition($0) }),
      let snapshot = row[2]
    else { throw unexpectedAnswer("CREATE_REPLICATION_SLOT") }
    return CreatedSlot(position: position, snapshot: snapshot)
  }

  /// Removes a slot, so that the server no longer keeps its log for it.
  package func dropSlot(_ name: SlotName) throws(ReplicationError) {
    try execute("DROP_REPLICATION_SLOT \(name.quoted)")
  }

  /// Begins the stream of changes after `position`.
  func startReplication(
    of slot: SlotName,
    after position: LogPosition,
    publication: ServerName,
    until end: ContinuousClock.Instant
  ) throws(ReplicationError) {
    let sql = """
      START_REPLICATION SLOT \(slot.quoted) LOGICAL \(position) \
      (proto_version '1', publication_names \(ServerName.replicationLiteral(publication.quoted)))
      """
    guard PQsendQuery(pointer, sql) == 1 else { throw lost }
    try flush(until: end)
    guard let result = try nextResult(until: end) else {
      throw unexpectedAnswer("START_REPLICATION")
    }
    if result.isError { throw result.message.errorOfStart }
    guard result.status == PGRES_COPY_BOTH else { throw unexpectedAnswer("START_REPLICATION") }
  }

  package func unexpectedAnswer(_ command: String) -> ReplicationError {
    ReplicationError(
      .malformedMessage,
      "The server's answer to \(command) has another form than PostgreSQL's.",
      remedy: "Use PostgreSQL 15 or later, without a pooler between."
    )
  }
}
#endif
