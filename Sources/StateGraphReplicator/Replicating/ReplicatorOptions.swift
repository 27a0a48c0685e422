#if PostgreSQL
package import StateGraphReplication
package import StateGraphSQLite

/// What a replicator replicates, and with which server.
package struct ReplicatorOptions: Sendable {
  /// The server, with the role that writes rows.
  package let server: ConnectionParameters
  /// The server, with the role that reads changes and copies. Equals ``server`` unless it is set.
  package var feed: ConnectionParameters
  package let publication: ServerName
  /// The tables in which the server refuses a change of a row that another machine has changed
  /// since. In the others, the last change of a column wins.
  package var refusesChanged: [String] = []
  /// The maximum number of local transactions in one batch.
  package var pushLimit = 1_000
  /// The number of bytes after which a batch takes no further local transaction. The rows of a
  /// batch are in memory.
  package var pushByteLimit = 8 << 20
  /// The folder for the temporary files of large transactions and copies.
  package var spoolDirectory = "/var/tmp"
  /// Makes the disk have all returned writes of the file. A test observes the moments.
  package var flush: @Sendable (Database) throws -> Void = { try LogFlush(of: $0).run() }

  package init(server: ConnectionParameters, publication: ServerName) {
    (self.server, feed, self.publication) = (server, server, publication)
  }
}
#endif
