#if PostgreSQL
/// Checks that a slot continues at the position of the file, before the feed begins.
///
/// The server does not report a position that it cannot serve: it begins at a later one, without an
/// error. Changes would be missing.
struct FeedStart {
  let request: FeedRequest

  /// What the server says about its log and the slot.
  struct Checked {
    /// The end of the server's log.
    let serverEnd: LogPosition
    /// The position from which the server can send.
    let confirmed: LogPosition
  }

  func check(_ connection: PostgreSQLConnection) throws(ReplicationError) -> Checked {
    let identity = try connection.identifySystem()
    try check(identity)
    try requirePublication(connection)
    // A connection that replicates does not accept statements with parameters.
    let rows = try connection.execute(
      """
      SELECT plugin, database = pg_catalog.current_database(), active,
        coalesce(wal_status, ''), confirmed_flush_lsn
      FROM pg_catalog.pg_replication_slots
      WHERE slot_name = \(ServerName.literal(request.slot.text))
      """
    )
    guard let row = rows.first, row.count == 5 else {
      throw ReplicationError(
        .slotMissing,
        "The replication slot \(request.slot) does not exist.",
        remedy: "Reconcile the file: a new slot is then created.",
        sqlState: .undefinedObject
      )
    }
    guard row[0] == "pgoutput", row[1] == "t" else {
      throw ReplicationError(
        .slotMissing,
        "The replication slot \(request.slot) belongs to another database or plugin.",
        remedy: "Choose another name for the slot."
      )
    }
    guard row[3] != "lost" else {
      throw ReplicationError(
        .slotInvalid,
        "The server has removed the log that the replication slot \(request.slot) needs.",
        remedy: "Reconcile the file: a new slot is then created.",
        sqlState: .objectNotInPrerequisiteState
      )
    }
    if row[2] == "t" {
      throw ReplicationError(
        .slotInUse,
        "Another connection uses the replication slot \(request.slot).",
        remedy: "Wait until the other connection has ended.",
        sqlState: .objectInUse
      )
    }
    guard let confirmed = row[4].flatMap({ LogPosition($0) }) else {
      throw connection.unexpectedAnswer("SELECT FROM pg_replication_slots")
    }
    guard confirmed <= request.position else {
      throw mustReconcile(
        "The server has forgotten the changes between \(request.position) and \(confirmed)"
      )
    }
    return Checked(serverEnd: identity.position, confirmed: confirmed)
  }

  /// A stream reports an unknown publication only with its first change.
  private func requirePublication(
    _ connection: PostgreSQLConnection
  ) throws(ReplicationError) {
    let name = ServerName.literal(request.publication.text)
    let rows = try connection.execute(
      "SELECT 1 FROM pg_catalog.pg_publication WHERE pubname = \(name)"
    )
    guard rows.isEmpty else { return }
    throw ReplicationError(
      .schemaMismatch,
      "The server's database has no publication \(request.publication.text).",
      remedy: "Create it as the SQL of the set-up does, or name another publication."
    )
  }

  private func check(_ identity: ServerIdentity) throws(ReplicationError) {
    if let system = request.system, system != identity.system {
      throw mustReconcile("The server is not the one that the file knows")
    }
    if let timeline = request.timeline, timeline != identity.timeline {
      throw mustReconcile("The server has changed by a failover or a restored backup")
    }
    guard request.position <= identity.position else {
      throw mustReconcile(
        "The server's log ends at \(identity.position), before the file's \(request.position)"
      )
    }
  }

  private func mustReconcile(_ reason: String) -> ReplicationError {
    ReplicationError(.needsReconcile, reason + ".", remedy: "Reconcile the file.")
  }
}
#endif
