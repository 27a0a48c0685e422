/// An error of an export, a query, a watch or an inspection of a database file: what happened, and
/// what to do about it.
///
/// The texts contain no values from rows. Errors of SQLite itself are thrown as `DatabaseError`.
public struct InspectionError: Error, Sendable {
  /// The kind of failure, for code that handles errors.
  public var code: Code
  /// What happened, as a sentence without a full stop.
  public var message: String
  /// Advice on what to do about the failure; empty if there is none.
  public var remedy: String

  package init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// A kind of failure. It is a struct with a private enum inside, so that a new kind breaks no
  /// `switch` in other code.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case databaseMissing, unknownTable, misuse, invalidQuery, refusedWrite, unrepresentable
      case cannotCreate, outputFailed, readerGone, fileChanged, interrupted, schemaChanged
    }

    private let kind: Kind

    /// There is no database file at the path.
    public static let databaseMissing = Code(kind: .databaseMissing)
    /// The database has no table of that name.
    public static let unknownTable = Code(kind: .unknownTable)
    /// The request is contradictory or incomplete.
    public static let misuse = Code(kind: .misuse)
    /// SQLite cannot compile or run the SQL, or the parameters do not match it.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The SQL writes, but the request only allows reading.
    public static let refusedWrite = Code(kind: .refusedWrite)
    /// The format cannot represent a value exactly.
    public static let unrepresentable = Code(kind: .unrepresentable)
    /// The output cannot be created, or a file of that name exists.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The system failed to write the output.
    public static let outputFailed = Code(kind: .outputFailed)
    /// The reading end of a pipe is closed. In a pipeline this is normal.
    public static let readerGone = Code(kind: .readerGone)
    /// Another program wrote to the file while it was being read without locks.
    public static let fileChanged = Code(kind: .fileChanged)
    /// A watched table was altered or dropped.
    public static let schemaChanged = Code(kind: .schemaChanged)
    /// The caller asked the operation to stop.
    public static let interrupted = Code(kind: .interrupted)

    /// The stable name of this kind of failure.
    public var description: String { kind.rawValue }
  }
}

extension InspectionError: CustomStringConvertible {
  /// The message, followed by the remedy if there is one.
  public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
