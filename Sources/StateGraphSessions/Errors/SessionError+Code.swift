extension SessionError {
  /// The kind of an error, by which a program can catch it.
  ///
  /// This is a struct, because a new case of an enumeration would break a `switch` in a program.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case inUse, foreignState, newerState, olderState, damagedState, damagedRequest
      case unknownTable, unreadable, refused, unencodableState, changedElsewhere
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// Another process, another `Session` object, or a running machine uses the session.
    public static let inUse = Code(.inUse)
    /// The session contains the state of another transducer.
    public static let foreignState = Code(.foreignState)
    /// A newer version of the program has written the state.
    public static let newerState = Code(.newerState)
    /// An older version of the program has written the state, and `migrate` returned nil.
    public static let olderState = Code(.olderState)
    /// The stored state or the log of transitions cannot be decoded.
    public static let damagedState = Code(.damagedState)
    /// A stored request cannot be decoded.
    public static let damagedRequest = Code(.damagedRequest)
    /// The file has another table or view with the name of a table of sessions.
    public static let unknownTable = Code(.unknownTable)
    /// The database could not read or create the session. The cause is a `DatabaseError`.
    public static let unreadable = Code(.unreadable)
    /// The transaction of a transition failed. State, entities and file are as before. The cause is
    /// a `DatabaseError`, or the error of the write's closure.
    public static let refused = Code(.refused)
    /// The new state or a request cannot be encoded. The transition was refused. The cause is an
    /// `EncodingError`.
    public static let unencodableState = Code(.unencodableState)
    /// Another program has changed or removed the row of the session. The transition was refused.
    public static let changedElsewhere = Code(.changedElsewhere)

    public var description: String { kind.rawValue }
  }
}

extension SessionError.Code {
  /// Returns whether `error` is a ``SessionError`` of the kind `code`.
  ///
  /// A program can catch errors of one kind with this operator: `catch SessionError.Code.inUse`.
  public static func ~= (code: SessionError.Code, error: any Error) -> Bool {
    (error as? SessionError)?.code == code
  }
}
