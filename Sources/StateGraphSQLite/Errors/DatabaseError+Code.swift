extension DatabaseError {
  /// The kind of an error, by which a program can catch it.
  ///
  /// This is a struct, because a new case of an enumeration would break a `switch` in a program.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String {
      case busy, constraint, notADatabase, corrupt, diskFull, inputOutput, fileMoved, readOnly
      case cannotOpen, permission, outOfMemory, interrupted, closed, misuse, invalidSQL, tooBig
      case typeMismatch, missingColumn, schemaMismatch, schemaTooNew, foreignFile, deletedEntity
      case migrationModified, migrationMissing, migrationInvalid, migrationFailed
      case undoConflict, replicaDiverged, notDurable, missingExtension
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// Another connection or process held a lock for longer than the busy timeout. The same call
    /// may succeed later.
    public static let busy = Code(.busy)
    /// A row broke a UNIQUE, NOT NULL, CHECK, FOREIGN KEY or STRICT rule.
    /// ``DatabaseError/constraint`` contains the rule.
    public static let constraint = Code(.constraint)
    /// The file is not a SQLite database.
    public static let notADatabase = Code(.notADatabase)
    /// The content of the database file is damaged.
    public static let corrupt = Code(.corrupt)
    /// The disk is full, or the file has reached its size limit.
    public static let diskFull = Code(.diskFull)
    /// The operating system could not read or write the file.
    public static let inputOutput = Code(.inputOutput)
    /// A file of the database was deleted, moved or replaced while the database was open. The write
    /// that throws this error has changed nothing. The database can write again as soon as the file
    /// is back at its path.
    public static let fileMoved = Code(.fileMoved)
    /// The file or the connection does not allow writing, for example because the database was
    /// opened with ``Database/Access/readOnly``.
    public static let readOnly = Code(.readOnly)
    /// The file cannot be opened or created, for example because its folder does not exist.
    public static let cannotOpen = Code(.cannotOpen)
    /// The operating system refused access to the file because of its permissions, or SQLite does
    /// not allow the statement.
    public static let permission = Code(.permission)
    /// SQLite could not allocate memory. The transaction was rolled back.
    public static let outOfMemory = Code(.outOfMemory)
    /// SQLite or another thread ended a statement or transaction before it was complete.
    public static let interrupted = Code(.interrupted)
    /// The database was closed before the call.
    public static let closed = Code(.closed)
    /// The caller broke a rule of this library. The message names the rule.
    public static let misuse = Code(.misuse)
    /// SQLite cannot compile or run the statement, for example because of a syntax error or an
    /// unknown column.
    public static let invalidSQL = Code(.invalidSQL)
    /// A value, a statement or a row is larger than a limit of the connection allows, or a write
    /// changes more than one step of its undo log may contain.
    public static let tooBig = Code(.tooBig)
    /// The value of a column cannot be converted to the Swift type, or the Swift value cannot be
    /// stored in the column.
    public static let typeMismatch = Code(.typeMismatch)
    /// The schema needs a function, a collation, a virtual table module or a tokenizer that only
    /// the program has which made the file.
    public static let missingExtension = Code(.missingExtension)
    /// The row has no column with the requested name.
    public static let missingColumn = Code(.missingColumn)
    /// The tables in the file differ from the tables that the entity types declare or that an undo
    /// step has changed, or the schema changed while a statement ran.
    public static let schemaMismatch = Code(.schemaMismatch)
    /// The file was migrated by a newer version of the program. This version does not know all of
    /// the file's migrations.
    public static let schemaTooNew = Code(.schemaTooNew)
    /// The file is a database of another application, according to the application id in its
    /// header.
    public static let foreignFile = Code(.foreignFile)
    /// The entity cannot be used because its row was deleted.
    public static let deletedEntity = Code(.deletedEntity)
    /// The SQL of a migration was edited after the migration had been applied. Restore the old SQL,
    /// and write the change as a new migration.
    public static let migrationModified = Code(.migrationModified)
    /// A migration was applied to the database, but its SQL file is missing. An applied migration
    /// must not be removed.
    public static let migrationMissing = Code(.migrationMissing)
    /// The migrations directory, or a file in it, is not valid.
    public static let migrationInvalid = Code(.migrationInvalid)
    /// The SQL of a migration failed. The migration was rolled back.
    public static let migrationFailed = Code(.migrationFailed)
    /// An undo or a redo was refused, because another write has changed one of its rows since. The
    /// error's ``DatabaseError/cause`` is an ``UndoConflict`` that names the row.
    public static let undoConflict = Code(.undoConflict)

    /// The file and its server no longer belong together as they are: the server has changed a row
    /// that the file lacks, or has decided a transaction that the file does not contain. Reconcile
    /// the file.
    public static let replicaDiverged = Code(.replicaDiverged)

    /// The write was committed, but the disk could not be flushed, so a power failure can undo the
    /// write. Do not repeat it: the file and all live objects have its values. A write throws this
    /// error only with ``Durability/full``, and only while several threads or processes write.
    public static let notDurable = Code(.notDurable)

    public var description: String { kind.rawValue }
  }
}

extension DatabaseError.Code {
  /// Returns whether `error` is a ``DatabaseError`` of the kind `code`.
  ///
  /// A program can catch errors of one kind with this operator: `catch DatabaseError.Code.busy`.
  public static func ~= (code: DatabaseError.Code, error: any Error) -> Bool {
    (error as? DatabaseError)?.code == code
  }
}
