#if PostgreSQL
/// A connection with a thread of its own, for work that is called from Swift's tasks.
package actor PostgreSQLSession {
  private let thread: ConnectionThread
  private let wakeup: Wakeup
  /// The connection, or nil until ``open(_:isReplicating:)`` has connected.
  private var connection: PostgreSQLConnection?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Connects on a new thread. The cancellation of the task ends the attempt with `.interrupted`.
  package static func connect(
    _ parameters: ConnectionParameters,
    isReplicating: Bool = false
  ) async throws(ReplicationError) -> PostgreSQLSession {
    let session = try PostgreSQLSession()
    let opened = await withTaskCancellationHandler {
      await session.open(parameters, isReplicating: isReplicating)
    } onCancel: {
      session.interrupt()
    }
    try opened.get()
    return session
  }

  private init() throws(ReplicationError) {
    thread = try ConnectionThread()
    wakeup = try Wakeup()
  }

  /// An initializer would connect before it changes to the thread of the session.
  private func open(
    _ parameters: ConnectionParameters,
    isReplicating: Bool
  ) -> Result<Void, ReplicationError> {
    Result { () throws(ReplicationError) in
      connection = try PostgreSQLConnection(
        parameters,
        isReplicating: isReplicating,
        wakeup: wakeup
      )
    }
  }

  /// Runs `body` with the connection, on the thread of the session.
  package func run<Result: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws(ReplicationError) -> Result
  ) throws(ReplicationError) -> Result {
    guard let connection else { throw PostgreSQLConnection.interrupted }
    return try body(connection)
  }

  /// Ends the present and each later wait. They throw `.interrupted`.
  package nonisolated func interrupt() { wakeup.signal() }
}
#endif
