package import StateGraphSQLite

/// The exit codes of the commands. All of them except 1 (`negative`) are those of sysexits.h.
package enum ExitStatus {
  package static let negative: Int32 = 1
  package static let usage: Int32 = 64
  package static let badData: Int32 = 65
  package static let noInput: Int32 = 66
  package static let internalError: Int32 = 70
  package static let cannotCreate: Int32 = 73
  package static let inputOutput: Int32 = 74
  package static let temporary: Int32 = 75
  package static let permission: Int32 = 77
  package static let schema: Int32 = 78

  /// The text that the help of `stategraph` shows after its summary.
  ///
  /// `Scripts/manual` converts the second paragraph into a list of exit codes. Each semicolon
  /// starts a new item, so a semicolon may stand only between two exit codes.
  package static let discussion = """
    Data goes to standard output, messages and progress to standard error.

    Exit status: 0 success; 1 finished, but records were rejected or a check found a problem; \
    64 wrong usage; 65 bad data, and only complete batches were committed; 66 an input or the \
    database is missing or cannot be read; 70 a bug; 73 an output cannot be created; 74 a disk \
    failed or is full; 75 the database is locked, try again; 77 permission denied; 78 the schema \
    or the migrations do not match, masks do not name a column, or the file belongs to another \
    program; 130 and 143 stopped by SIGINT or SIGTERM.
    """
}

extension ExitStatus {
  /// Returns the exit code for an error of the database.
  ///
  /// - Parameter isCreated: Whether the command creates a missing database. If true, a file that
  ///   cannot be opened gives the exit code 73 instead of 66.
  package static func code(of error: DatabaseError, creating isCreated: Bool = false) -> Int32 {
    switch error.code {
    case .busy: temporary
    case .diskFull, .inputOutput, .fileMoved, .notDurable: inputOutput
    case .readOnly where error.isAboutInterruptedTransaction: noInput
    case .readOnly, .permission: permission
    case .cannotOpen: isCreated ? cannotCreate : noInput
    // Each of these concerns what the file contains. SQL of the user has an error of its own.
    case .notADatabase, .foreignFile, .corrupt, .schemaTooNew, .schemaMismatch, .migrationModified,
      .migrationMissing, .migrationInvalid, .migrationFailed, .missingExtension, .invalidSQL:
      schema
    default: internalError
    }
  }

  /// Returns the exit code for an error of reading a database file. An interruption is no error of
  /// the file: its exit code is that of the signal.
  package static func code(of error: InspectionError) -> Int32 {
    switch error.code {
    case .unknownTable, .misuse, .refusedWrite: usage
    case .unrepresentable, .invalidQuery: badData
    case .databaseMissing: noInput
    case .cannotCreate: cannotCreate
    case .outputFailed: inputOutput
    case .schemaChanged: schema
    case .fileChanged: temporary
    default: internalError
    }
  }
}
