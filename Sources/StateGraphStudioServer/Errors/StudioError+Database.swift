import StateGraphSQLite
import StateGraphTools

extension StudioError {
  /// Creates the answer for an error of the database or of the modules below.
  ///
  /// Most messages of these errors are left out, because they can name paths, SQL or tables.
  package init(_ error: any Error) {
    switch error {
    case let error as StudioError: self = error
    case let error as InspectionError: self = Self.inspection(error)
    case let error as DatabaseError: self = Self.database(error)
    default: self = .internalError
    }
  }

  private static func inspection(_ error: InspectionError) -> StudioError {
    switch error.code {
    case .databaseMissing:
      StudioError(
        503,
        "fileMissing",
        "The file is missing.",
        remedy: "Put it back. The page then goes on."
      )
    case .fileChanged: fileChanged
    default: .internalError
    }
  }

  private static let fileChanged = StudioError(
    503,
    "fileChanged",
    "The file changed during the request.",
    remedy: "Try again."
  )

  private static func database(_ error: DatabaseError) -> StudioError {
    switch error.code {
    case .busy:
      StudioError(503, "busy", "Another program has locked the file.", remedy: "Try again later.")
    case .notADatabase:
      StudioError(
        503,
        "damaged",
        "The file is no SQLite database, or its start is damaged.",
        remedy: "Compare it with a backup."
      )
    case .corrupt:
      StudioError(
        503,
        "damaged",
        "A part of the file is damaged.",
        remedy: "Run stategraph check on the file. Other tables may still be readable."
      )
    case .cannotOpen, .inputOutput, .permission:
      StudioError(
        503,
        "unreadable",
        "The file cannot be read.",
        remedy: "Check the permissions of the file and of its folder, and the disk."
      )
    case .diskFull:
      StudioError(
        503,
        "diskFull",
        "The disk is full, so nothing was written.",
        remedy: "Free space on the disk, and try again."
      )
    case .readOnly where error.isAboutInterruptedTransaction:
      StudioError(503, "interrupted", error.message, remedy: error.remedy)
    case .readOnly:
      StudioError(
        503,
        "readOnly",
        "The file cannot be written.",
        remedy: "Check the permissions of the file and of its folder."
      )
    case .fileMoved: fileChanged
    case .interrupted: .tooSlow
    case .tooBig:
      StudioError(
        503,
        "tooBig",
        "A value or a row exceeds the limit of 64 MiB.",
        remedy: "Leave out the column."
      )
    case .schemaMismatch: .schemaChanged
    // The message names tables and what they need, and contains no values.
    case .missingExtension, .invalidSQL:
      StudioError(409, "refused", error.message, remedy: error.remedy)
    default: .internalError
    }
  }
}
