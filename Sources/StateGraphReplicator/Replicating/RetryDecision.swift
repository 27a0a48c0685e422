import StateGraphReplication
import StateGraphSQLite

/// What a replicator does after an error.
enum RetryDecision {
  /// Compare the file with a complete copy of the server.
  case reconcile
  /// Connect again at once, because the file's schema has changed.
  case connect
  /// Try again soon, because another replicator may end at any time.
  case wait
  /// Try again after a pause that grows with each failure.
  case pause(ReplicationError)
  /// Try again after a short pause if the replication has run before: a migration of the server can
  /// be between two of its steps. Otherwise end.
  case pauseIfBegun(ReplicationError)
  /// End, because no attempt can succeed before the cause of the error is removed.
  case stop

  init(after error: any Error) {
    switch error {
    case let error as ReplicationError: self = RetryDecision(after: error)
    case let error as DatabaseError: self = RetryDecision(after: error)
    case is ReplicaSchemaChanged: self = .connect
    default: self = .stop
    }
  }

  private init(after error: ReplicationError) {
    switch error.code {
    case .needsReconcile, .slotMissing, .slotInvalid: self = .reconcile
    case .slotInUse: self = .wait
    case .connectionFailed, .connectionLost, .interrupted, .serverError, .inputOutput:
      self = .pause(error)
    case .schemaMismatch, .unsupportedType: self = .pauseIfBegun(error)
    case .malformedMessage, .unknownRelation, .tooLarge, .outOfRange, .notCanonical, .invalidName,
      .authenticationFailed, .permission, .unknownHistory:
      self = .stop
    }
  }

  private init(after error: DatabaseError) {
    switch error.code {
    case .replicaDiverged: self = .reconcile
    case .busy, .diskFull, .inputOutput, .notDurable, .outOfMemory, .interrupted:
      self = .pause(ReplicationError(describing: error))
    default: self = .stop
    }
  }
}

extension ReplicationError {
  /// Turns any error into a `ReplicationError`, because a status of the replicator contains one.
  /// The message stays, and so does the remedy of a `DatabaseError`.
  init(describing error: any Error) {
    switch error {
    case let error as ReplicationError: self = error
    case let error as DatabaseError:
      self.init(.inputOutput, error.message, remedy: error.remedy)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}

/// How long a replicator waits before it tries again: longer after each failure, up to 30 seconds.
///
/// The pauses begin again after a time without a failure. A connection that stands for a few
/// seconds is no success.
struct RetryPause {
  private var milliseconds = 250
  private var last: ContinuousClock.Instant?
  private static let longest = 30_000
  /// A failure after this time is the first one.
  private static let memory = Duration.seconds(120)

  /// Returns the next pause.
  mutating func next(now: ContinuousClock.Instant = .now) -> Duration {
    if let last, now - last > Self.memory { reset() }
    defer {
      milliseconds = min(milliseconds * 2, RetryPause.longest)
      last = now
    }
    return .milliseconds(milliseconds)
  }

  /// Begins again with the shortest pause. Call this after the same work has succeeded.
  mutating func reset() { self = RetryPause() }
}

/// Keeps a replicator from comparing the file again and again when a comparison does not help.
struct ReconcilePace {
  private var pause = RetryPause()
  private var last: ContinuousClock.Instant?
  /// A comparison after this time does not count as a repetition.
  private static let memory = Duration.seconds(120)

  /// Returns how long to wait before the next comparison, which then counts as done. Zero for the
  /// first one.
  mutating func next(now: ContinuousClock.Instant = .now) -> Duration {
    defer { last = now }
    guard let last, now - last < Self.memory else {
      pause.reset()
      return .zero
    }
    return pause.next()
  }
}
