/// An error of an export, a query, a watch or an inspection of a database file.
///
/// The message explains what happened, and the remedy explains what to do. The texts contain no
/// values from rows. Errors of SQLite itself are thrown as `DatabaseError`.
public struct InspectionError: Error, Sendable {
  /// The kind of the failure. Code that handles the error should compare this value.
  ///
  /// The texts may change in a later version, but the kinds do not.
  public var code: Code
  /// A description of what happened, as a sentence without a full stop.
  public var message: String
  /// Advice on what to do about the failure, without a full stop. Empty if there is none.
  public var remedy: String

  package init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The kind of a failure.
  ///
  /// `Code` is a struct, so a new kind does not break a `switch` in other code.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case databaseMissing, unknownTable, misuse, invalidQuery, refusedWrite, unrepresentable
      case cannotCreate, outputFailed, readerGone, fileChanged, interrupted, schemaChanged
    }

    private let kind: Kind

    /// No database file exists at the path, or the file is empty.
    public static let databaseMissing = Code(kind: .databaseMissing)
    /// The database has no table with the requested name. A view with this name is not a table.
    public static let unknownTable = Code(kind: .unknownTable)
    /// Two options of the request contradict each other, or an option is missing.
    public static let misuse = Code(kind: .misuse)
    /// SQLite cannot compile or run the SQL.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The SQL would change the database or a setting, but the request allows only reading.
    public static let refusedWrite = Code(kind: .refusedWrite)
    /// The output format cannot represent a value of the database exactly.
    public static let unrepresentable = Code(kind: .unrepresentable)
    /// The output file cannot be created. For example, a file with that name exists.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The operating system reported an error when the output was written, such as a full disk.
    public static let outputFailed = Code(kind: .outputFailed)
    /// The reading end of a pipe is closed. This is normal in a pipeline with `head`, for example.
    public static let readerGone = Code(kind: .readerGone)
    /// Another program wrote to the database file during a read without locks.
    ///
    /// The caller can repeat the request.
    public static let fileChanged = Code(kind: .fileChanged)
    /// A watched table was altered or dropped, so its rows can no longer be compared.
    public static let schemaChanged = Code(kind: .schemaChanged)
    /// The operation stopped because the caller requested this.
    public static let interrupted = Code(kind: .interrupted)

    /// The stable name of the kind, as it appears in machine-readable reports.
    public var description: String { kind.rawValue }
  }
}

extension InspectionError: CustomStringConvertible {
  /// The message, followed by the remedy if there is one.
  public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
