import StateGraphReplication
package import StateGraphSQLite

/// What a replicated file knows about its server, and its writes that the server has not applied.
package struct ReplicaSummary: Encodable, Sendable {
  /// A write that the server has refused.
  package struct RefusedWrite: Encodable, Sendable {
    package let number: Int64
    /// PostgreSQL's SQLSTATE.
    package let code: String
    package let message: String
  }

  /// A write that does not fit the server's newer state.
  package struct SetAsideWrite: Encodable, Sendable {
    package let number: Int64
    package let reason: String
  }

  /// What the replicator of the file does, such as `live` or `offline`. `not running` if no program
  /// replicates the file.
  package let status: String
  /// The error of the status, or an empty text if there is none.
  package let reason: String
  /// Since when the file may lack commits of the server, or nil while commits arrive.
  package let behindSince: String?
  /// The id of the file, in lower case.
  package let client: String
  /// The server's system, timeline and database, or no text before the first comparison.
  package let server: String
  package let tables: [String]
  /// The server's position whose state the file has.
  package let position: String
  /// The number of the last write that the server has decided.
  package let decided: Int64
  /// The number of writes that the server has not decided.
  package let pending: Int64
  package let setAside: [SetAsideWrite]
  package let refused: [RefusedWrite]

  /// - Throws: `.misuse` if the file is not a replica.
  package init(of database: Database) throws {
    let (replica, newest) = try StoredReplica(database).readOutbox { outbox in
      (try StoredReplica(database).read(), try outbox.newestSeq())
    }
    guard let replica else { throw DatabaseError(.misuse, "The file is not a replica.") }
    let report = replica.report
    let isKilled =
      report.isRunning
      && !NamedLock.isHeld(StoredReplica.replicatorLock, beside: database.location)
    status = isKilled || report.state == .ended ? "not running" : report.state.rawValue
    reason = isKilled ? "" : report.reason.string
    behindSince = if case .text(let time) = report.behindSince { time } else { nil }
    client = UUIDText.text(of: replica.client)
    // The fourth part is for the replicator only.
    server = String(decoding: replica.server, as: UTF8.self).split(separator: "/").prefix(3)
      .joined(separator: "/")
    tables = replica.tables
    position = LogPosition(rawValue: replica.position.bits).description
    decided = replica.decided
    pending = newest - replica.decided
    setAside = try ReplicaContents(database).setAsideWrites().map {
      SetAsideWrite(number: $0.sequence, reason: $0.reason)
    }
    refused = try ReplicaContents(database).refusedWrites().map {
      RefusedWrite(number: $0.sequence, code: $0.reason.code, message: $0.reason.message)
    }
  }

  /// The summary for people.
  package var lines: [String] {
    let since = behindSince.map { ", behind since \($0) UTC" } ?? ""
    var lines = [
      "status    \(status)\(since)" + (reason.isEmpty ? "" : ": \(reason)"),
      "client    \(client)", "server    \(server.isEmpty ? "not compared yet" : server)",
      "tables    \(tables.joined(separator: ", "))", "position  \(position)",
      "decided   \(decided)", "pending   \(pending)", "set aside \(setAside.count)",
      "refused   \(refused.count)",
    ]
    lines += setAside.map { "  \($0.number)  \($0.reason)" }
    lines += refused.map { "  \($0.number)  \($0.code)  \($0.message)" }
    return lines
  }
}
