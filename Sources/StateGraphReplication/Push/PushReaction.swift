/// How a push reacts to an error of the server.
enum PushReaction: Hashable {
  /// The transaction can never succeed.
  case refuse
  /// The transaction failed only because an earlier one has failed.
  case sendAgain
  /// The same transaction can succeed later.
  case tryAgain
  /// The server's schema or privileges do not fit.
  case stop

  /// - Parameter state: The server's code, or nil for an error of the connection.
  init(_ state: SQLState?) {
    switch state {
    case nil: self = .tryAgain
    case .outOfSequence: self = .sendAgain
    case .foreignClient, .objectNotInPrerequisiteState: self = .stop
    case .insufficientPrivilege: self = .refuse
    // Conflicts with other transactions, locks, and a server that only reads during a failover.
    case .serializationFailure, .deadlock, .lockNotAvailable, .readOnly: self = .tryAgain
    default:
      switch state?.errorClass {
      // Lost connections, resources and shutdowns pass.
      case "08", "53", "57": self = .tryAgain
      // Unknown tables, columns and types, files of the server that fail, and defects of it. A
      // pooler between can lose prepared statements and transactions.
      case "42", "3F", "3D", "58", "F0", "XX", "25", "26": self = .stop
      // Values, rules, limits, what a kind of table does not support, and the exceptions of
      // triggers, which may have any code.
      default: self = .refuse
      }
    }
  }
}
