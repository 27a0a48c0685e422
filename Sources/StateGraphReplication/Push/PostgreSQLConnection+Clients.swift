#if PostgreSQL
extension PostgreSQLConnection {
  /// Registers a file if the server does not know it.
  ///
  /// - Parameters:
  ///   - client: The UUID of the file, in lower case.
  ///   - first: The number of the last decided transaction of a new file.
  /// - Returns: The number of the last transaction of the file that the server has decided.
  /// - Throws: `.permission` if the client belongs to another role, or another error of the server.
  @discardableResult
  package func registerClient(
    _ client: String,
    decided first: Int64
  ) throws(ReplicationError) -> Int64 {
    let rows = try registered(client) { () throws(ReplicationError) in
      try query(
        "SELECT stategraph.register_client($1::pg_catalog.uuid, $2::bigint)",
        parameters: [client, String(first)]
      )
    }
    guard let decided = rows.first?.first.flatMap({ $0.flatMap(Int64.init) }) else {
      throw unexpectedAnswer("register_client")
    }
    return decided
  }

  /// Names both roles if the file belongs to another one, for example after ALTER ROLE … RENAME.
  private func registered<Result>(
    _ client: String,
    body: () throws(ReplicationError) -> Result
  ) throws(ReplicationError) -> Result {
    do throws(ReplicationError) {
      return try body()
    } catch {
      guard error.sqlState == .foreignClient else { throw error }
      let rows = try? query(
        """
        SELECT role, session_user FROM stategraph.clients
        WHERE id OPERATOR(pg_catalog.=) $1::pg_catalog.uuid
        """,
        parameters: [client]
      )
      guard let row = rows?.first, row.count == 2, let known = row[0], let own = row[1] else {
        throw error
      }
      throw ReplicationError(
        .permission,
        "The server knows the file as one of the role \(known), and not of the role \(own).",
        remedy:
          "Connect with the role \(known), or give the file to the role \(own) as the owner of "
          + "the schema stategraph: UPDATE stategraph.clients "
          + "SET role = \(ServerName.literal(own)) WHERE id = \(ServerName.literal(client)).",
        sqlState: error.sqlState
      )
    }
  }

  /// Returns the identifier of a transaction that the server has decided, or nil if it has
  /// forgotten or never seen the number. It never forgets the last one of a file.
  package func identifier(
    ofDecided sequence: Int64,
    from client: String
  ) throws(ReplicationError) -> String? {
    let rows = try query(
      """
      SELECT tx FROM stategraph.clients
      WHERE id OPERATOR(pg_catalog.=) $1::pg_catalog.uuid
        AND seq OPERATOR(pg_catalog.=) $2::bigint AND tx IS NOT NULL
      UNION ALL
      SELECT tx FROM stategraph.pushed
      WHERE client OPERATOR(pg_catalog.=) $1::pg_catalog.uuid
        AND seq OPERATOR(pg_catalog.=) $2::bigint
      """,
      parameters: [client, String(sequence)]
    )
    return rows.first?.first ?? nil
  }
}
#endif
