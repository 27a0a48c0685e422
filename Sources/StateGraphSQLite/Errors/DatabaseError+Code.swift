extension DatabaseError {
  /// The kind of a failure. A struct and not an enumeration, so that a new kind breaks no `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case busy, constraint, notADatabase, corrupt, diskFull, inputOutput, readOnly, cannotOpen
      case permission, outOfMemory, interrupted, closed, misuse, invalidSQL, tooBig
      case typeMismatch, missingColumn, schemaMismatch, schemaTooNew, foreignFile, deletedEntity
      case migrationModified, migrationMissing, migrationInvalid, migrationFailed
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// Another connection or process held a lock for longer than the busy timeout.
    public static let busy = Code(.busy)
    /// A UNIQUE, NOT NULL, CHECK, FOREIGN KEY or STRICT rule refused the row;
    /// ``DatabaseError/constraint`` says which.
    public static let constraint = Code(.constraint)
    /// The file is not a SQLite database.
    public static let notADatabase = Code(.notADatabase)
    /// The file is damaged.
    public static let corrupt = Code(.corrupt)
    /// The disk is full, or the file has reached its size limit.
    public static let diskFull = Code(.diskFull)
    /// The operating system could not read or write the file.
    public static let inputOutput = Code(.inputOutput)
    /// The file or the connection cannot be written.
    public static let readOnly = Code(.readOnly)
    /// The file cannot be opened or created.
    public static let cannotOpen = Code(.cannotOpen)
    /// The operating system refused access.
    public static let permission = Code(.permission)
    /// SQLite could not allocate memory; the transaction was rolled back.
    public static let outOfMemory = Code(.outOfMemory)
    /// A statement or transaction was ended by SQLite or by another thread.
    public static let interrupted = Code(.interrupted)
    /// The database is closed.
    public static let closed = Code(.closed)
    /// The caller broke a rule of this library; the message names the rule.
    public static let misuse = Code(.misuse)
    /// SQLite cannot compile or run the statement.
    public static let invalidSQL = Code(.invalidSQL)
    /// A value, statement or row exceeds one of the connection's limits.
    public static let tooBig = Code(.tooBig)
    /// A value of a column cannot be represented by the Swift type, or the other way round.
    public static let typeMismatch = Code(.typeMismatch)
    /// A row has no column of the requested name.
    public static let missingColumn = Code(.missingColumn)
    /// The file's tables differ from what the entities declare.
    public static let schemaMismatch = Code(.schemaMismatch)
    /// The file was migrated by a newer version of the program.
    public static let schemaTooNew = Code(.schemaTooNew)
    /// The file belongs to another application.
    public static let foreignFile = Code(.foreignFile)
    /// The row of the entity was deleted.
    public static let deletedEntity = Code(.deletedEntity)
    /// An applied migration was edited afterwards.
    public static let migrationModified = Code(.migrationModified)
    /// The file of an applied migration is missing.
    public static let migrationMissing = Code(.migrationMissing)
    /// The migration directory, or a file in it, is not valid.
    public static let migrationInvalid = Code(.migrationInvalid)
    /// The SQL of a migration failed; the migration was rolled back.
    public static let migrationFailed = Code(.migrationFailed)

    public var description: String { kind.rawValue }
  }
}

extension DatabaseError.Code {
  /// Whether `error` is a ``DatabaseError`` of this kind, for `catch DatabaseError.Code.busy`.
  public static func ~= (code: DatabaseError.Code, error: any Error) -> Bool {
    (error as? DatabaseError)?.code == code
  }
}
