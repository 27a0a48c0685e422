#if PostgreSQL
import CPostgreSQL
import Glibc
import StateGraphRows

/// A connection to a server. Its functions block the calling thread, which must not be one of the
/// threads that Swift's tasks share.
///
/// One thread at a time uses a connection. Another thread ends a wait with the ``Wakeup``.
package final class PostgreSQLConnection {
  let pointer: OpaquePointer
  let wakeup: Wakeup
  let warnings = ServerWarnings()
  /// The names of the prepared statements, by their SQL.
  var prepared: [ByteText: String] = [:]

  /// Connects, and sets what ``ReplicatedColumn`` expects of rows that the server sends.
  ///
  /// - Parameters:
  ///   - parameters: The server and the role.
  ///   - isReplicating: Whether the connection can run the commands of replication.
  ///   - writesRows: Whether the connection writes rows. Triggers, defaults and checks of the
  ///     server then run with the settings of the role, as for any other client. Each name of a
  ///     statement needs its schema.
  ///   - wakeup: A signal ends each wait, which then throws `.interrupted`.
  /// - Throws: `.connectionFailed` or `.authenticationFailed`.
  package init(
    _ parameters: ConnectionParameters,
    isReplicating: Bool,
    writesRows: Bool = false,
    wakeup: Wakeup
  ) throws(ReplicationError) {
    let keywords = parameters.keywords(isReplicating: isReplicating)
    guard let pointer = Self.start(keywords) else {
      throw ReplicationError(.connectionFailed, "libpq has no memory for a connection.")
    }
    self.pointer = pointer
    self.wakeup = wakeup
    // Only libpq's verbose message has the server's code of a refusal.
    PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    try open(parameters)
    PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
    PQsetnonblocking(pointer, 1)
    // Standard error, to which libpq writes them, belongs to the program.
    warnings.attach(to: pointer)
    let end = ContinuousClock.now + parameters.connectTimeLimit
    try execute(limitsSQL, until: end)
    guard !writesRows else {
      // The texts of arrays and of XML have one meaning then.
      try execute("SET array_nulls = on; SET xmloption = content", until: end)
      return
    }
    try execute(Self.textFormsSQL, until: end)
    // Names without a schema then never mean what another role has created.
    if !isReplicating { try execute("SET search_path = pg_catalog", until: end) }
  }

  /// A copy, the wait for a slot and the idle connection of a feed take as long as they take,
  /// whatever the limits of the role and the database are.
  private var limitsSQL: String {
    let limits = [
      "statement_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout",
    ]
    let newer = PQserverVersion(pointer) >= 170_000 ? ["transaction_timeout"] : []
    return (limits + newer).map { "SET \($0) = 0" }.joined(separator: "; ")
  }

  private static let textFormsSQL = """
    SET DateStyle = 'ISO, YMD'; SET TimeZone = 'UTC'; SET bytea_output = 'hex';
    SET extra_float_digits = 1; SET IntervalStyle = 'postgres'
    """

  deinit { PQfinish(pointer) }

  private static func start(_ keywords: [(keyword: String, value: String)]) -> OpaquePointer? {
    let texts = keywords.map { (strdup($0.keyword), strdup($0.value)) }
    defer {
      for (keyword, value) in texts {
        free(keyword)
        free(value)
      }
    }
    let names = texts.map { UnsafePointer($0.0) } + [nil]
    let values = texts.map { UnsafePointer($0.1) } + [nil]
    return PQconnectStartParams(names, values, 0)
  }

  private func open(_ parameters: ConnectionParameters) throws(ReplicationError) {
    let end = ContinuousClock.now + parameters.connectTimeLimit
    var wanted: SocketWait.Events = .writing
    while PQstatus(pointer) != CONNECTION_BAD {
      // libpq can open another socket between two calls, so each wait asks for it.
      let found = wait(for: wanted, until: end)
      if found.contains(.wakeup) { throw Self.interrupted }
      if found.isEmpty {
        throw ReplicationError(
          .connectionFailed,
          "The server of \(parameters) did not answer in \(parameters.connectTimeLimit).",
          remedy: "Check the address, the network and the firewall."
        )
      }
      switch PQconnectPoll(pointer) {
      case PGRES_POLLING_READING: wanted = .reading
      case PGRES_POLLING_WRITING: wanted = .writing
      case PGRES_POLLING_OK: return
      default: throw refused(parameters)
      }
    }
    throw refused(parameters)
  }

  private func refused(_ parameters: ConnectionParameters) -> ReplicationError {
    let refusal = ConnectionRefusal(
      PQerrorMessage(pointer).map { String(cString: $0) } ?? "",
      needsPassword: PQconnectionNeedsPassword(pointer) != 0
    )
    return refusal.error(of: parameters)
  }

  /// The last message of libpq, in one line. It contains no password.
  private var lastMessage: String {
    let text = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").joined(separator: " ")
  }

  // MARK: - Waiting

  /// - Parameter end: When the wait ends at the latest, or nil to wait without a limit.
  func wait(
    for events: SocketWait.Events,
    until end: ContinuousClock.Instant?
  ) -> SocketWait.Events {
    SocketWait(socket: PQsocket(pointer), wakeup: wakeup).wait(for: events, until: end)
  }

  static var interrupted: ReplicationError {
    ReplicationError(.interrupted, "The program ended the connection.")
  }

  var lost: ReplicationError {
    ReplicationError(
      .connectionLost,
      "The connection to the server was lost: \(lastMessage)",
      remedy: "Connect again."
    )
  }

  /// Sends what libpq has buffered, and reads meanwhile, so that both sides never wait for each
  /// other.
  func flush(until end: ContinuousClock.Instant? = nil) throws(ReplicationError) {
    while true {
      let state = PQflush(pointer)
      if state == 0 { return }
      guard state > 0 else { throw lost }
      try waitAndRead(for: [.reading, .writing], until: end)
    }
  }

  /// Waits for the socket once, and reads what has arrived.
  func waitAndRead(
    for events: SocketWait.Events,
    until end: ContinuousClock.Instant?
  ) throws(ReplicationError) {
    let found = wait(for: events, until: end)
    if found.contains(.wakeup) { throw Self.interrupted }
    if found.isEmpty {
      throw ReplicationError(
        .connectionLost,
        "The server did not answer in time.",
        remedy: "Connect again."
      )
    }
    if found.contains(.reading), PQconsumeInput(pointer) == 0 { throw lost }
  }
}

/// The newest warning of the server that a connection has received. libpq reports warnings while it
/// reads, on the thread of the connection.
final class ServerWarnings {
  /// The newest warning, or nil if there was none since the last look.
  private var newest: ServerMessage?

  /// Keeps the warnings of a connection, which must not outlive this object.
  func attach(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        let warnings = Unmanaged<ServerWarnings>.fromOpaque(context).takeUnretainedValue()
        warnings.newest = ServerMessage(result)
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Returns the newest warning once.
  func take() -> ServerMessage? {
    defer { newest = nil }
    return newest
  }
}

#endif
