#if PostgreSQL
/// Why a server refused a connection.
///
/// libpq has no function for the server's code. Its verbose message contains the code, as in
/// `FATAL:  28P01: password authentication failed for user "app"`.
struct ConnectionRefusal {
  /// The codes of the servers that libpq has tried.
  private let states: [SQLState]
  private let needsPassword: Bool
  private let reason: String

  init(_ message: String, needsPassword: Bool) {
    self.needsPassword = needsPassword
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
    states = lines.compactMap { line in
      line.firstMatch(of: #/:  (?<state>[0-9A-Z]{5}): /#).flatMap { SQLState(String($0.state)) }
    }
    reason = lines.joined(separator: " ")
  }

  func error(of parameters: ConnectionParameters) -> ReplicationError {
    // A server that is starting or has no connection left also answers after the password.
    let isRefusal = !states.isEmpty && states.allSatisfy { $0.errorClass == "28" }
    if needsPassword || isRefusal {
      return ReplicationError(
        .authenticationFailed,
        "The server of \(parameters) refused the role or its password.",
        remedy: "Check the role, the password (for example in ~/.pgpass) and pg_hba.conf.",
        sqlState: states.first
      )
    }
    if states.contains(.insufficientPrivilege) {
      return ReplicationError(
        .permission,
        "The role of the connection to \(parameters) may not connect, or may not replicate.",
        remedy: "GRANT CONNECT, or ALTER ROLE … REPLICATION on the server.",
        sqlState: .insufficientPrivilege
      )
    }
    return ReplicationError(
      .connectionFailed,
      "The connection to \(parameters) failed: \(reason)",
      remedy: "Check that the server runs, and its address.",
      sqlState: states.first
    )
  }
}
#endif
