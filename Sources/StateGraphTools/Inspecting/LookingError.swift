/// The one error of everything that looks at a database: what happened, and what to do about it.
///
/// No text of this error contains a value of a row. What SQLite is to blame for is thrown as a
/// `DatabaseError` instead.
public struct LookingError: Error, Sendable {
  /// The kind of failure, for programs.
  public var code: Code
  /// What happened, without a full stop.
  public var message: String
  /// What to do about it, or empty.
  public var remedy: String

  package init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// A kind of failure. A struct over a private enum, so that a new case breaks no `switch`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case databaseMissing, unknownTable, misuse, invalidQuery, refusedWrite, unrepresentable
      case cannotCreate, outputFailed, readerGone, fileChanged, interrupted, schemaChanged
    }

    private let kind: Kind

    /// There is no database file.
    public static let databaseMissing = Code(kind: .databaseMissing)
    /// The database has no such table.
    public static let unknownTable = Code(kind: .unknownTable)
    /// What was asked for makes no sense.
    public static let misuse = Code(kind: .misuse)
    /// The SQL cannot be compiled or run, or its parameters do not fit.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The SQL writes, and only reading was asked for.
    public static let refusedWrite = Code(kind: .refusedWrite)
    /// The format has no way to write a value so that it would be read back as the same.
    public static let unrepresentable = Code(kind: .unrepresentable)
    /// The output cannot be made, or something is there already.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The system did not take what was written.
    public static let outputFailed = Code(kind: .outputFailed)
    /// The reader of a pipe has gone away. Not a failure in a pipeline.
    public static let readerGone = Code(kind: .readerGone)
    /// Somebody has written the file while it was read without locks.
    public static let fileChanged = Code(kind: .fileChanged)
    /// A table is no longer what it was.
    public static let schemaChanged = Code(kind: .schemaChanged)
    /// Whoever watched asked to stop.
    public static let interrupted = Code(kind: .interrupted)

    /// The stable name.
    public var description: String { kind.rawValue }
  }
}

extension LookingError: CustomStringConvertible {
  /// The message and the remedy.
  public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
