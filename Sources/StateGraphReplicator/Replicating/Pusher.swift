#if PostgreSQL
import StateGraphReplication

/// Sends pending transactions to the server, on a connection and a thread of its own.
actor Pusher {
  private let thread: ConnectionThread
  private let wakeup: Wakeup
  /// The session, or nil until ``open(_:client:decided:order:)`` has connected.
  private var session: PushSession?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Connects, and registers the file if it is new. The cancellation of the task ends the attempt
  /// with `.interrupted`.
  ///
  /// - Parameters:
  ///   - client: The UUID of the file.
  ///   - decided: The number with which a new file begins.
  static func connect(
    _ options: ReplicatorOptions,
    client: String,
    decided: Int64,
    order: PatchOrder
  ) async throws(ReplicationError) -> Pusher {
    let pusher = try Pusher()
    let opened = await withTaskCancellationHandler {
      await pusher.open(options, client: client, decided: decided, order: order)
    } onCancel: {
      pusher.interrupt()
    }
    try opened.get()
    return pusher
  }

  private init() throws(ReplicationError) {
    thread = try ConnectionThread()
    wakeup = try Wakeup()
  }

  /// An initializer would connect before it changes to the thread of the pusher.
  private func open(
    _ options: ReplicatorOptions,
    client: String,
    decided: Int64,
    order: PatchOrder
  ) -> Result<Void, ReplicationError> {
    Result { () throws(ReplicationError) in
      let connection = try PostgreSQLConnection(
        options.server,
        isReplicating: false,
        writesRows: true,
        wakeup: wakeup
      )
      session = try PushSession(connection, client: client, decided: decided, order: order)
    }
  }

  private var openSession: PushSession {
    get throws(ReplicationError) {
      guard let session else { throw ReplicationError(.interrupted, "The push has no connection.") }
      return session
    }
  }

  /// The number of the last transaction that the server has decided.
  var decided: Int64 {
    get throws(ReplicationError) { try openSession.decided }
  }

  /// Returns the id of a transaction that the server has decided, or nil if it is forgotten.
  func identifier(ofDecided sequence: Int64) throws(ReplicationError) -> String? {
    try openSession.identifier(ofDecided: sequence)
  }

  /// Sends transactions with consecutive numbers. Returns one outcome for each of them.
  func push(_ batch: [OutgoingTransaction]) throws(ReplicationError) -> [PushOutcome] {
    let session = try openSession
    var outcomes: [PushOutcome] = []
    var rest = batch[...]
    while let first = rest.first {
      let sendable = rest.prefix { $0.refusal == nil }
      if sendable.isEmpty {
        outcomes.append(session.refuse(first.transaction, because: first.refusal))
        rest = rest.dropFirst()
      } else {
        outcomes += session.push(sendable.map(\.transaction))
        rest = rest.dropFirst(sendable.count)
      }
      guard outcomes.last?.isDecided == true else { break }
    }
    return outcomes
  }

  /// Makes the server send a transaction to this file, which shows that the feed is up to date.
  ///
  /// - Returns: The feed has everything that was committed before this call when it is behind this
  ///   position.
  func touch() throws(ReplicationError) -> LogPosition {
    try openSession.touch()
  }

  nonisolated func interrupt() { wakeup.signal() }
}

extension PushOutcome {
  /// Whether the server will not decide the transaction again.
  var isDecided: Bool {
    switch self {
    case .applied, .alreadyDecided, .refused: true
    case .tryAgain, .stopped, .notSent: false
    }
  }
}
#endif
