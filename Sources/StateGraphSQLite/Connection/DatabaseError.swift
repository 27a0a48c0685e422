/// What went wrong in the database, as a value: a code, what happened, what to do about it, the
/// statement, and the cause. Row values are never part of it.
public struct DatabaseError: Error, Sendable {
  /// Which kind of failure.
  public let code: Code
  /// What happened, in one sentence.
  public let message: String
  /// What to do about it; empty where there is nothing to advise.
  public let remedy: String
  /// SQLite's extended result code (<https://sqlite.org/rescode.html>), where SQLite spoke.
  public let extendedCode: Int32?
  /// The text of the statement, with `?` where values were bound.
  public let sql: String?
  /// The error that led to this one, where another layer had it first.
  public let cause: (any Error)?

  package init(
    _ code: Code,
    _ message: String,
    remedy: String = "",
    extendedCode: Int32? = nil,
    sql: String? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.extendedCode = extendedCode
    self.sql = sql
    self.cause = cause
  }
}

extension DatabaseError {
  /// Which kind of failure. A struct over a private enum, so that a new case breaks no `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case busy, constraint, notADatabase, corrupt, diskFull, inputOutput, readOnly, cannotOpen
      case permission, outOfMemory, interrupted, closed, misuse, invalidSQL, tooBig
      case typeMismatch, schemaMismatch, schemaTooNew, foreignFile, deletedEntity
      case migrationModified, migrationMissing, migrationInvalid, migrationFailed
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// Another connection or process holds the lock and did not let go within the deadline.
    public static let busy = Code(.busy)
    /// A UNIQUE, NOT NULL, CHECK, FOREIGN KEY or STRICT rule refused the row.
    public static let constraint = Code(.constraint)
    /// The file is something else.
    public static let notADatabase = Code(.notADatabase)
    /// The file is damaged.
    public static let corrupt = Code(.corrupt)
    /// The disk, or a limit on the size of the file, is full.
    public static let diskFull = Code(.diskFull)
    /// The system could not read or write the file.
    public static let inputOutput = Code(.inputOutput)
    /// The file or the connection cannot be written.
    public static let readOnly = Code(.readOnly)
    /// The file cannot be opened or created.
    public static let cannotOpen = Code(.cannotOpen)
    /// The system does not allow it.
    public static let permission = Code(.permission)
    /// SQLite's own allocation failed; the transaction was rolled back.
    public static let outOfMemory = Code(.outOfMemory)
    /// A statement or transaction was ended from outside.
    public static let interrupted = Code(.interrupted)
    /// The database has been closed.
    public static let closed = Code(.closed)
    /// A rule of this library was broken by its caller; the message names the rule.
    public static let misuse = Code(.misuse)
    /// SQLite cannot compile or run the statement.
    public static let invalidSQL = Code(.invalidSQL)
    /// A value, statement or row passed one of the connection's limits.
    public static let tooBig = Code(.tooBig)
    /// A column holds what the Swift type cannot represent.
    public static let typeMismatch = Code(.typeMismatch)
    /// The file's tables are not what the entities declare.
    public static let schemaMismatch = Code(.schemaMismatch)
    /// The file was migrated by a newer program.
    public static let schemaTooNew = Code(.schemaTooNew)
    /// The file belongs to another application.
    public static let foreignFile = Code(.foreignFile)
    /// The entity's row is gone.
    public static let deletedEntity = Code(.deletedEntity)
    /// A migration that was applied has been edited since.
    public static let migrationModified = Code(.migrationModified)
    /// A migration that was applied is no longer in the directory.
    public static let migrationMissing = Code(.migrationMissing)
    /// The directory or a file in it is not what the migrator can read.
    public static let migrationInvalid = Code(.migrationInvalid)
    /// A migration's SQL failed; nothing of it was kept.
    public static let migrationFailed = Code(.migrationFailed)

    public var description: String { kind.rawValue }
  }
}

extension DatabaseError: CustomStringConvertible {
  public var description: String {
    var text = message
    if !remedy.isEmpty { text += " " + remedy }
    if let sql { text += " [\(sql)]" }
    if let extendedCode { text += " (SQLite \(extendedCode))" }
    return text
  }
}
