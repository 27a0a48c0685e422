/// An error of an export, a query, a watch or an inspection of a database file.
///
/// It contains what happened and a remedy. The texts contain no values from rows. Errors of SQLite
/// itself are thrown as `DatabaseError`.
public struct InspectionError: Error, Sendable {
  /// The kind of the failure, for code that handles the error.
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

  /// The kind of a failure, for code that handles an ``InspectionError``.
  ///
  /// This is a struct with a private enum inside. A new kind therefore breaks no `switch` in other
  /// code.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case databaseMissing, unknownTable, misuse, invalidQuery, refusedWrite, unrepresentable
      case cannotCreate, outputFailed, readerGone, fileChanged, interrupted, schemaChanged
    }

    private let kind: Kind

    /// No database file exists at the path, or the file is empty.
    public static let databaseMissing = Code(kind: .databaseMissing)
    /// The database has no table with the name in the request, or only a view has that name.
    public static let unknownTable = Code(kind: .unknownTable)
    /// Options of the request contradict each other, or one is missing.
    public static let misuse = Code(kind: .misuse)
    /// SQLite cannot compile or run the SQL.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The SQL would change the database or a setting, but the request allows only reading.
    public static let refusedWrite = Code(kind: .refusedWrite)
    /// The output format cannot represent a value of the database exactly.
    public static let unrepresentable = Code(kind: .unrepresentable)
    /// The output file cannot be created, or a file with that name exists and may not be replaced.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The operating system reported an error when the output was written, such as a full disk.
    public static let outputFailed = Code(kind: .outputFailed)
    /// The reading end of a pipe is closed. In a pipeline with `head`, for example, this is normal.
    public static let readerGone = Code(kind: .readerGone)
    /// Another program wrote to the database file while it was read without locks.
    ///
    /// The same request can be repeated.
    public static let fileChanged = Code(kind: .fileChanged)
    /// A watched table was altered or dropped, so its rows can no longer be compared.
    public static let schemaChanged = Code(kind: .schemaChanged)
    /// The operation stopped because the caller requested it.
    public static let interrupted = Code(kind: .interrupted)

    /// The stable name of the failure, as it appears in machine-readable reports.
    public var description: String { kind.rawValue }
  }
}

extension InspectionError: CustomStringConvertible {
  /// The message, followed by the remedy if there is one.
  public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
