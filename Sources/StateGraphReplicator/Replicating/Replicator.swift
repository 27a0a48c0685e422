#if PostgreSQL
package import StateGraphReplication
package import StateGraphSQLite
import StateGraphThreads

/// Replicates a file: writes the server's commits into it, and sends its local writes.
///
/// The server orders the writes and decides them. A file has one replicator at a time; others wait.
package final class Replicator: Sendable {
  private let database: Database
  private let options: ReplicatorOptions
  private let worker: FileWorker
  private let state = Guarded(ReplicaStatus.connecting)
  /// Whether the server has sent changes since the replicator was made.
  private let hasBegun = Guarded(false)
  private let report: @Sendable (ReplicaStatus) -> Void

  /// - Parameters:
  ///   - database: The database of a replicated file.
  ///   - options: The server, and how to replicate.
  ///   - report: Called with each new status, on any thread.
  package init(
    _ database: Database,
    options: ReplicatorOptions,
    report: @escaping @Sendable (ReplicaStatus) -> Void = { _ in }
  ) throws(ReplicationError) {
    (self.database, self.options, self.report) = (database, options, report)
    worker = try FileWorker(database, options: options)
  }

  package var status: ReplicaStatus { state.withLock { $0 } }

  private func become(_ status: ReplicaStatus, serverEnd: LogPosition? = nil) async {
    show(status)
    await worker.report(
      status.storedState,
      because: status.storedReason,
      serverEnd: serverEnd
    )
  }

  /// Reports a status to the program, and not to the file, whose replicator is another one.
  private func show(_ status: ReplicaStatus) {
    state.withLock { $0 = status }
    report(status)
  }

  /// The name of the file's slot on the server.
  package func slot() async throws -> SlotName {
    try SlotName.ofFile(with: try await worker.replica().client)
  }

  // MARK: Running

  /// Replicates until the task is cancelled.
  ///
  /// - Throws: `CancellationError`. Else the error that stopped the replication.
  package func run() async throws {
    try await whileHoldingLock { try await self.runWithLock() }
  }

  /// Replicates until all local writes are decided, and everything that the server committed before
  /// this call is in the file.
  ///
  /// - Throws: The error that stopped the replication, also if the server cannot be reached.
  package func runOnce() async throws {
    try await whileHoldingLock {
      var (mustReconcile, reconcileCount) = (false, 0)
      while true {
        do {
          if mustReconcile { try await self.reconcile() }
          mustReconcile = false
          return try await self.connection(untilCaughtUp: true)
        } catch {
          switch RetryDecision(after: error) {
          case .reconcile:
            // A comparison that does not help is repeated only a few times.
            guard reconcileCount < 3 else { throw error }
            (mustReconcile, reconcileCount) = (true, reconcileCount + 1)
          case .connect: continue
          case .wait:
            await self.become(.waiting)
            try await Task.sleep(for: .milliseconds(200))
          case .pause, .pauseIfBegun, .stop: throw error
          }
        }
      }
    }
  }

  /// Compares the file with a complete copy of the server.
  package func reconcileNow() async throws {
    try await whileHoldingLock { try await self.reconcile() }
  }

  /// Drops a slot of the server, so that it no longer keeps its log for the file.
  package func drop(_ slot: SlotName) async throws { try await worker.drop(slot) }

  private func whileHoldingLock(_ body: () async throws -> Void) async throws {
    let lock = try await takeLock()
    defer { withExtendedLifetime(lock) {} }
    let worker = worker
    worker.resume()
    do {
      try await withTaskCancellationHandler {
        try await body()
      } onCancel: {
        worker.interrupt()
      }
      await worker.report(.ended)
    } catch {
      switch RetryDecision(after: error) {
      case .stop where !Task.isCancelled, .pauseIfBegun where !Task.isCancelled:
        await worker.report(.stopped, because: "\(error)")
      default: await worker.report(.ended)
      }
      throw error
    }
  }

  private func takeLock() async throws -> NamedLock {
    while true {
      switch NamedLock.attempt(StoredReplica.replicatorLock, beside: database.location) {
      case .acquired(let lock): return lock
      case .heldByAnother:
        show(.waiting)
        try await Task.sleep(for: .seconds(1))
      case .unavailable(let reason):
        throw ReplicationError(
          .inputOutput,
          "The lock of the file's replicator cannot be taken: \(reason).",
          remedy: "Use a file system with locks."
        )
      }
    }
  }

  private func runWithLock() async throws {
    var pause = RetryPause()
    var pace = ReconcilePace()
    var failedComparison: (any Error)?
    while true {
      do {
        try await connection(untilCaughtUp: false)
      } catch {
        try Task.checkCancellation()
        var failure = error
        if case .reconcile = RetryDecision(after: error) {
          do {
            try await waitBeforeReconciling(pace.next(), because: failedComparison ?? error)
            try await reconcile()
            failedComparison = nil
            continue
          } catch {
            (failure, failedComparison) = (error, error)
          }
        }
        try await recover(from: failure, &pause)
      }
    }
  }

  private func waitBeforeReconciling(_ pause: Duration, because error: any Error) async throws {
    guard pause > .zero else { return }
    await become(.offline(ReplicationError(describing: error)))
    try await Task.sleep(for: pause)
  }

  private func recover(from error: any Error, _ pause: inout RetryPause) async throws {
    try Task.checkCancellation()
    switch RetryDecision(after: error) {
    case .wait:
      await become(.waiting)
      try await Task.sleep(for: .seconds(1))
    case .pause(let reason):
      await become(.offline(reason))
      try await Task.sleep(for: pause.next())
    case .connect: return
    case .reconcile:
      await become(.offline(ReplicationError(describing: error)))
      try await Task.sleep(for: pause.next())
    case .pauseIfBegun(let reason) where hasBegun.withLock(\.self):
      await become(.offline(reason))
      try await Task.sleep(for: min(pause.next(), .seconds(5)))
    case .pauseIfBegun, .stop:
      await become(.stopped(error))
      throw error
    }
  }

  private func reconcile() async throws {
    while true {
      do {
        return try await worker.reconcile { self.show($0) }
      } catch is ReplicaSchemaChanged {
        // A migration was committed during the comparison, which begins again.
        try Task.checkCancellation()
      }
    }
  }

  // MARK: One connection

  private func connection(untilCaughtUp endsWhenCaughtUp: Bool) async throws {
    await become(.connecting)
    let schema = try await worker.connect()
    let replica = try await worker.replica()
    guard !replica.mustReconcile,
      let server = ServerOfFile(String(decoding: replica.server, as: UTF8.self))
    else { throw ReplicationError(.needsReconcile, "The file was not compared with the server.") }
    let client = UUIDText.text(of: replica.client)
    let pusher = try await Pusher.connect(
      options,
      client: client,
      decided: replica.decided,
      order: schema.order
    )
    try await withTaskCancellationHandler {
      try await requireIdentity(of: replica, pusher)
      var request = FeedRequest(
        slot: try SlotName.ofFile(with: replica.client),
        publication: options.publication,
        position: LogPosition(rawValue: replica.position.bits),
        system: server.system,
        timeline: server.timeline
      )
      request.newest = try replica.newestTransaction
      request.spoolDirectory = options.spoolDirectory
      let feed = try await PostgreSQLFeed.open(options.feed, request: request)
      hasBegun.withLock { $0 = true }
      let goal = CatchUpGoal(end: feed.serverEnd, slack: request.idleBytes)
      let isLive = goal.isReached(at: request.position)
      await become(isLive ? .live : .catchingUp, serverEnd: feed.serverEnd)
      try await exchange(
        feed,
        pusher: pusher,
        goal: isLive ? nil : goal,
        since: replica.decided,
        endsWhenCaughtUp: endsWhenCaughtUp
      )
    } onCancel: {
      pusher.interrupt()
    }
  }

  /// Checks that the server's decisions are about writes of this file.
  private func requireIdentity(of replica: Replica, _ pusher: Pusher) async throws {
    let known = try await pusher.decided
    if known == replica.decided { return }
    guard known > replica.decided, let own = try await worker.identifier(of: known),
      own == (try await pusher.identifier(ofDecided: known))
    else {
      throw ReplicationError(
        .needsReconcile,
        "The server's decisions are not about the writes of this file.",
        remedy: "Reconcile the file, which then gets a new identity."
      )
    }
  }

  /// Receives and sends until an error, or until everything has arrived.
  private func exchange(
    _ feed: PostgreSQLFeed,
    pusher: Pusher,
    goal: CatchUpGoal?,
    since decided: Int64,
    endsWhenCaughtUp: Bool
  ) async throws {
    let (worker, server) = (worker, options.server)
    let commits = LocalCommits(of: database)
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          var goal = goal
          while true {
            let flushed = try await worker.apply(try await feed.next())
            feed.confirm(flushed: flushed)
            guard let open = goal, open.isReached(at: flushed) else { continue }
            goal = nil
            await self.become(.live)
          }
        }
        let push = PushLoop(
          worker: worker,
          pusher: pusher,
          commits: commits,
          lastSent: decided
        ) { error in
          await self.become(error.map { ReplicaStatus.retrying($0) } ?? .live)
        }
        group.addTask { try await push.run() }
        group.addTask {
          guard let mark = await worker.catalogMark else { return }
          try await CatalogWatch(worker: worker, server: server, mark: mark).run()
        }
        if endsWhenCaughtUp {
          group.addTask { try await CatchUp(worker: worker, pusher: pusher).wait() }
        }
        defer {
          group.cancelAll()
          feed.close()
          pusher.interrupt()
          commits.end()
        }
        try await group.next()
      }
    } onCancel: {
      feed.close()
      commits.end()
    }
  }
}

extension Replica {
  /// The newest transaction of the file's slot, as ``FileWorker/apply(_:)`` stores it.
  fileprivate var newestTransaction: NewestTransaction {
    get throws(ReplicationError) {
      if newest.isEmpty { return .none }
      guard let mark = TransactionMark(String(decoding: newest, as: UTF8.self)) else {
        throw ReplicationError(
          .needsReconcile,
          "The file's record of the newest transaction is damaged."
        )
      }
      return .received(mark)
    }
  }
}

extension SlotName {
  /// Returns the name of the slot of a file.
  static func ofFile(with client: [UInt8]) throws(ReplicationError) -> SlotName {
    try SlotName("stategraph_" + UUIDText.text(of: client).replacing("-", with: ""))
  }
}
#endif
