#if PostgreSQL
package import StateGraphReplication

/// The replication slots of files in a server's database.
///
/// The server keeps its log for each of them, also for a machine that never comes back.
package struct ServerSlots {
  package struct Slot: Encodable, Sendable {
    /// The id of the file, in lower case.
    package let client: String
    /// Whether a replicator is connected.
    package let isActive: Bool
    /// What the server says about the log that the slot needs: `reserved`, `extended`, `unreserved`
    /// or `lost`.
    package let log: String
    /// The number of bytes of the log that the server keeps for the slot, or nil if it keeps none.
    package let keptBytes: Int64?
  }

  private static let prefix = "stategraph_"

  private let connection: PostgreSQLConnection

  /// Connects, and blocks the thread meanwhile.
  package init(_ server: ConnectionParameters) throws(ReplicationError) {
    connection = try PostgreSQLConnection(server, isReplicating: false, wakeup: Wakeup())
  }

  package func all() throws(ReplicationError) -> [Slot] {
    let rows = try connection.query(
      """
      SELECT slot_name, active, coalesce(wal_status, ''),
        pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::int8
      FROM pg_replication_slots
      WHERE database = current_database() AND starts_with(slot_name::text, $1)
      ORDER BY slot_name
      """,
      parameters: [Self.prefix]
    )
    return rows.compactMap { row in
      guard row.count == 4, let name = row[0], let client = Self.client(of: name) else {
        return nil
      }
      return Slot(
        client: client,
        isActive: row[1] == "t",
        log: row[2] ?? "",
        keptBytes: row[3].flatMap { Int64($0) }
      )
    }
  }

  /// Drops the slot of a file. If its machine comes back, the replicator compares the file with the
  /// server. No pending write is lost.
  ///
  /// - Parameter client: The id of the file.
  /// - Throws: `.invalidName` if `client` is no id, `.slotMissing` if the file has no slot, and
  ///   `.slotInUse` if its replicator is connected.
  package func forget(_ client: String) throws(ReplicationError) {
    guard let bytes = UUIDText.bytes(of: client) else {
      throw ReplicationError(
        .invalidName,
        "The text is not the id of a file.",
        remedy: "Copy the id from stategraph-sync status --with."
      )
    }
    let slot = try SlotName.ofFile(with: bytes)
    guard let found = try all().first(where: { $0.client == client }) else {
      throw ReplicationError(
        .slotMissing,
        "The server has no replication slot of the file \(client).",
        remedy: "List the slots with stategraph-sync status --with."
      )
    }
    guard !found.isActive else {
      throw ReplicationError(
        .slotInUse,
        "The replicator of the file \(client) is connected.",
        remedy: "Stop it first. To end the replication of its file, use stategraph-sync leave."
      )
    }
    try connection.query("SELECT pg_drop_replication_slot($1)", parameters: [slot.text])
  }

  /// Returns the id of the file whose slot has this name, or nil for any other name.
  private static func client(of slot: String) -> String? {
    var rest = slot.dropFirst(prefix.count)
    let parts = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }
    let client = parts.joined(separator: "-")
    return rest.isEmpty && UUIDText.isCanonical(client) ? client : nil
  }
}

extension ServerSlots.Slot {
  /// The slot for people.
  package var line: String {
    let kept = keptBytes.map { "\($0) bytes" } ?? "no log"
    return "\(client)  \(isActive ? "connected" : "absent")  \(log)  \(kept)"
  }
}
#endif
