import Glibc

/// An error of an export, a query, a watch or an inspection of a database file.
///
/// The message explains what happened, and the remedy explains what to do. The texts contain no
/// values of rows. An error of SQLite itself is thrown as a `DatabaseError` instead.
public struct InspectionError: Error, Sendable {
  /// The kind of the error. Code that handles the error should compare this value: the texts may
  /// change in a later version, but the kinds do not.
  public var code: Code
  /// What happened, as a sentence without a full stop.
  public var message: String
  /// What the user can do about the error, without a full stop. Empty if there is no advice.
  public var remedy: String

  package init(_ code: Code, _ message: String, remedy: String = "") {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The kind of an ``InspectionError``. `Code` is a struct, so a new kind does not break a
  /// `switch` in other code.
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
    /// Two options of the request contradict each other, or a required option is missing.
    public static let misuse = Code(kind: .misuse)
    /// SQLite cannot compile or run the SQL.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The SQL would change the database or a setting, but the request allows reading only.
    public static let refusedWrite = Code(kind: .refusedWrite)
    /// The output format cannot represent a value of the database exactly.
    public static let unrepresentable = Code(kind: .unrepresentable)
    /// The output file or folder cannot be created. For example, a file with this name exists.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The operating system reported an error while the output was written, such as a full disk.
    public static let outputFailed = Code(kind: .outputFailed)
    /// The program that reads the output has closed the pipe. This is normal in a pipeline, for
    /// example with `head`.
    public static let readerGone = Code(kind: .readerGone)
    /// Another program wrote to the database file while the file was read without locks. The caller
    /// can repeat the request.
    public static let fileChanged = Code(kind: .fileChanged)
    /// A watched table was altered or dropped, so its rows cannot be compared with the earlier
    /// ones.
    public static let schemaChanged = Code(kind: .schemaChanged)
    /// The caller stopped the operation, for example from its progress function.
    public static let interrupted = Code(kind: .interrupted)

    /// The stable name of the kind, as the reports in JSON contain it.
    public var description: String { kind.rawValue }
  }
}

extension InspectionError {
  /// The error for a path without a database: there is no file, or the file is empty.
  package static func noDatabase(at path: String) -> InspectionError {
    guard access(path, F_OK) == 0 else {
      return InspectionError(
        .databaseMissing,
        "there is no database at \(path)",
        remedy: "Check the path"
      )
    }
    return InspectionError(
      .databaseMissing,
      "the file \(path) is empty, so it has no tables yet",
      remedy: "Let a program create its tables first, or check the path"
    )
  }
}

extension InspectionError: CustomStringConvertible {
  /// The message, followed by the remedy if it is not empty.
  public var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
