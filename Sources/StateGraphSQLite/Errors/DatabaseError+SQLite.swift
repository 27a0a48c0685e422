import CSQLite
import Glibc

extension DatabaseError {
  /// Creates the error for a result code that SQLite has just returned.
  ///
  /// - Parameter handle: The connection on which the call failed, which contains SQLite's error
  ///   message, or nil if there is no connection.
  static func sqlite(
    _ result: Int32,
    on handle: OpaquePointer?,
    sql: String? = nil
  ) -> DatabaseError {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? result
    let said =
      handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      ?? String(cString: sqlite3_errstr(result))
    var meaning = Meaning(primary: result & 0xff, extended: extended)
    if result & 0xff == SQLITE_CANTOPEN, let handle, sqlite3_system_errno(handle) == EACCES {
      meaning = .permission
    }
    // SQLite reports this as damage if it meets the function while it reads the schema.
    if said.contains("unsafe use of ") { meaning = .untrustedSchema }
    let missing = MissingExtension(message: said)
    if let missing, sql.map(missing.isNamed) != true {
      return missing.error(on: handle, extendedCode: extended == 0 ? result : extended, sql: sql)
    }
    let mention = SchemaMention(message: said, statement: sql)
    let place = mention.flatMap { mention in handle.map { mention.clause(on: $0) } } ?? ""
    return DatabaseError(
      meaning.code,
      // SQLite says of such a file only that it cannot be written.
      extended == hotJournal ? "\(meaning.what)." : "\(meaning.what): \(said)\(place).",
      remedy: missing == nil ? meaning.remedy : "Check its name, or use a program that has it.",
      extendedCode: extended == 0 ? result : extended,
      sql: sql,
      constraint: Constraint(extendedCode: extended, message: said)
    )
  }

  /// Whether the file cannot be read, because the transaction of a program that was ended must be
  /// undone first.
  package var isAboutInterruptedTransaction: Bool { extendedCode == hotJournal }
}

/// The code SQLITE_READONLY_ROLLBACK. Swift does not import that macro, because it contains a
/// shift.
private let hotJournal = SQLITE_READONLY | (3 << 8)

/// What a result code of SQLite means for the caller.
private struct Meaning {
  let code: DatabaseError.Code
  let what: String
  let remedy: String

  static let permission = Meaning(
    .permission,
    what: "The database may not be opened",
    remedy: "Check the permissions of the file and folder."
  )
  static let untrustedSchema = Meaning(
    .invalidSQL,
    what: "The schema calls a function or reads a table that is not known to be harmless",
    remedy: "Use the program that made the file, or drop the view, trigger or index with it."
  )

  private init(_ code: DatabaseError.Code, what: String, remedy: String) {
    self.code = code
    self.what = what
    self.remedy = remedy
  }

  init(primary: Int32, extended: Int32) {
    (code, what, remedy) = Self.parts(of: primary, extended: extended)
  }

  private static func parts(of primary: Int32, extended: Int32)
    -> (DatabaseError.Code, String, String)
  {
    switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED:
      (.busy, "Another connection holds the lock of the database", "Try again later.")
    case SQLITE_CONSTRAINT:
      (.constraint, "The row breaks a rule of the table", "")
    case SQLITE_NOTADB:
      (.notADatabase, "The file is not a SQLite database", "Check the path.")
    case SQLITE_CORRUPT:
      (.corrupt, "The database file is damaged", "Restore a backup, or try `.recover`.")
    case SQLITE_FULL:
      (.diskFull, "The disk is full", "Free some space. The transaction was rolled back.")
    // This code is SQLITE_IOERR_NOMEM. Swift does not import that macro, because it contains a
    // shift.
    case SQLITE_IOERR where extended == SQLITE_IOERR | (12 << 8):
      (.outOfMemory, "SQLite ran out of memory", "")
    case SQLITE_IOERR:
      (.inputOutput, "Reading or writing the file failed", "Check the disk.")
    // This code is SQLITE_READONLY_DBMOVED. Swift does not import that macro, because it contains a
    // shift.
    case SQLITE_READONLY where extended == SQLITE_READONLY | (4 << 8):
      (.fileMoved, "The database file was moved while it was open", "Put it back or open it again.")
    case SQLITE_READONLY where extended == hotJournal:
      (
        .readOnly,
        "A program was ended while it wrote the file, and its transaction is still to be undone. "
          + "This changes the file, so reading cannot do it",
        "Keep the file with the suffix -journal, and open the file once with a program that may "
          + "write it, such as stategraph query FILE \"SELECT 1\" --write."
      )
    case SQLITE_READONLY:
      (.readOnly, "The database cannot be written", "Check the permissions of the file and folder.")
    case SQLITE_CANTOPEN:
      (.cannotOpen, "The database cannot be opened", "Check that the folder exists.")
    case SQLITE_PERM, SQLITE_AUTH:
      (.permission, "SQLite does not allow the statement", "")
    case SQLITE_NOMEM:
      (.outOfMemory, "SQLite ran out of memory", "")
    case SQLITE_INTERRUPT:
      (.interrupted, "The statement was interrupted", "")
    case SQLITE_TOOBIG:
      (
        .tooBig,
        "A value or a row has more than \(SizeLimits.rowMebibytes) MiB, or the text of a statement "
          + "more than \(SizeLimits.statementMebibytes) MiB",
        ""
      )
    case SQLITE_MISMATCH:
      (.typeMismatch, "The value does not fit the column", "")
    case SQLITE_MISUSE, SQLITE_RANGE:
      (.misuse, "The library called SQLite in the wrong order", "This is a bug; please report it.")
    case SQLITE_SCHEMA:
      (.schemaMismatch, "The schema changed while the statement ran", "Run it again.")
    default:
      (.invalidSQL, "SQLite refused the statement", "")
    }
  }
}
