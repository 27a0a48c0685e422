#if PostgreSQL
import CPostgreSQL

/// The receiving thread of a ``PostgreSQLFeed``.
struct FeedReceiver {
  private let connection: PostgreSQLConnection
  private let request: FeedRequest
  private let queue: FeedQueue
  private let control: FeedControl
  private var assembler: TransactionAssembler
  private var clock: FeedClock
  private var history: HistoryCheck
  /// The end of the log that has arrived.
  private var received: LogPosition
  private var reportedFlush = LogPosition.zero
  private var wantsReport = true

  /// Runs until an error or `close`. Calls `didOpen` once.
  static func run(
    _ parameters: ConnectionParameters,
    request: FeedRequest,
    queue: FeedQueue,
    control: FeedControl,
    didOpen: (Result<Void, ReplicationError>) -> Void
  ) {
    var receiver: FeedReceiver
    do {
      receiver = try FeedReceiver(parameters, request: request, queue: queue, control: control)
    } catch {
      return didOpen(.failure(error))
    }
    didOpen(.success(()))
    do {
      while !control.isClosed { try receiver.step() }
      queue.finish(PostgreSQLConnection.interrupted)
    } catch {
      queue.finish(error)
    }
  }

  private init(
    _ parameters: ConnectionParameters,
    request: FeedRequest,
    queue: FeedQueue,
    control: FeedControl
  ) throws(ReplicationError) {
    connection = try PostgreSQLConnection(
      parameters,
      isReplicating: true,
      wakeup: control.wakeup
    )
    // The server then sends a sign of life after five seconds, and ends a dead connection after
    // ten. Its warnings tell that changes are missing.
    try connection.execute(
      "SET wal_sender_timeout = '10s'; SET client_min_messages = warning",
      until: .now + parameters.connectTimeLimit
    )
    let start = try FeedStart(request: request).check(connection)
    control.serverEnd = start.serverEnd
    history = HistoryCheck(of: request, confirmed: start.confirmed)
    try connection.startReplication(
      of: request.slot,
      after: history.start,
      publication: request.publication,
      until: .now + parameters.connectTimeLimit
    )
    (self.request, self.queue, self.control) = (request, queue, control)
    assembler = TransactionAssembler(
      limits: request.limits,
      spoolDirectory: request.spoolDirectory
    )
    clock = FeedClock(silenceLimit: request.silenceLimit)
    received = request.position
  }

  /// Handles what has arrived, reports if it is time, and waits for the next event.
  private mutating func step() throws(ReplicationError) {
    var hasRoom = queue.hasRoom
    while hasRoom, let message = try nextMessage() {
      try handle(message)
      hasRoom = queue.hasRoom
    }
    try reportIfDue()
    // A thread that does not read cannot know whether the server is silent.
    if !hasRoom { clock.didHear() }
    var events: SocketWait.Events = hasRoom ? .reading : []
    if PQflush(connection.pointer) > 0 { events.insert(.writing) }
    let found = connection.wait(for: events, until: clock.nextEvent)
    clock.didLook()
    if found.contains(.wakeup) { control.wakeup.clear() }
    // The silence is judged after the look at the socket. Messages that arrive while this thread
    // handles an earlier one are signs of life, however long that takes.
    if found.contains(.reading) {
      guard PQconsumeInput(connection.pointer) == 1 else { throw connection.lost }
      clock.didHear()
    } else if clock.isSilent() {
      throw ReplicationError(
        .connectionLost,
        "The server has sent no sign of life for \(request.silenceLimit).",
        remedy: "Connect again."
      )
    }
  }

  /// Returns the next whole message, or nil if none has arrived.
  private func nextMessage() throws(ReplicationError) -> ArraySlice<UInt8>? {
    var memory: UnsafeMutablePointer<CChar>?
    let size = PQgetCopyData(connection.pointer, &memory, 1)
    defer { PQfreemem(memory) }
    if let error = connection.warnings.take()?.errorOfWarning { throw error }
    if size == 0 { return nil }
    guard size > 0, let memory else { throw ended() }
    return Array(UnsafeRawBufferPointer(start: memory, count: Int(size)))[...]
  }

  /// The reason why the server has ended the stream.
  private func ended() -> ReplicationError {
    control.wakeup.clear()
    while let result = try? connection.nextResult(until: .now + .seconds(1)) {
      if result.isError, result.message.sqlState != nil { return result.message.errorOfStream }
      if result.status == PGRES_COPY_BOTH || result.status == PGRES_COPY_OUT { break }
    }
    return connection.lost
  }

  private mutating func handle(_ message: ArraySlice<UInt8>) throws(ReplicationError) {
    clock.didHear()
    request.willHandle()
    switch try StreamMessage(message) {
    case .data(_, let end, let payload):
      received = max(received, end)
      if let transaction = try assembler.add(payload), try history.isNew(transaction.mark) {
        queue.add(transaction)
      }
    case .keepalive(let end, let wantsReply):
      received = max(received, end)
      if wantsReply { wantsReport = true }
      if !assembler.isInTransaction { try history.didReach(end) }
      if !assembler.isInTransaction { queue.move(to: end, tellingAfter: request.idleBytes) }
    }
  }

  private mutating func reportIfDue() throws(ReplicationError) {
    let flushed = control.flushed
    guard wantsReport || flushed > reportedFlush || clock.isReportDue() else { return }
    // The written position may be ahead. The server keeps its log by the flushed one.
    let status = StandbyStatus(
      written: max(received, flushed),
      flushed: flushed,
      applied: flushed,
      wantsReply: clock.isReportDue()
    )
    let bytes = status.bytes
    let sent = bytes.withUnsafeBytes {
      PQputCopyData(
        connection.pointer,
        $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32($0.count)
      )
    }
    guard sent >= 0, PQflush(connection.pointer) >= 0 else { throw connection.lost }
    // 0 means that libpq has no room now. The report is repeated.
    guard sent == 1 else { return }
    (wantsReport, reportedFlush) = (false, flushed)
    clock.didReport()
  }
}
#endif
