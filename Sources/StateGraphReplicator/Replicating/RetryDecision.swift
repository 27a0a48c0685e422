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
