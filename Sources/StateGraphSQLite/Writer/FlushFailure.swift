import CSQLite

/// A flush of the log that has failed, and the errors that it causes.
struct FlushFailure: Sendable, Equatable {
  /// The result code of SQLite.
  let code: Int32

  /// Returns nil if the code is no failure.
  init?(code: Int32) {
    guard code != SQLITE_OK else { return nil }
    self.code = code
  }

  /// Returns nil if COMMIT has not failed with `error` because of its flush.
  init?(ofCommit error: DatabaseError) {
    guard error.extendedCode == FlushFailure.failedFlush else { return nil }
    code = FlushFailure.failedFlush
  }

  /// `SQLITE_IOERR_FSYNC`, a C macro that Swift does not import.
  private static let failedFlush = SQLITE_IOERR | 4 << 8

  /// The error of a write that was committed, and that the flush should have stored.
  var ofCommittedWrite: DatabaseError {
    DatabaseError(
      .notDurable,
      "The write was committed, but the disk could not be flushed. A power failure can undo it.",
      remedy: "Check the disk, and do not repeat the write. "
        + "The next write stores the earlier writes again.",
      extendedCode: code,
      cause: error("The log of the database could not be flushed to the disk.")
    )
  }

  /// The error of an attempt to store the log again.
  var ofStoringLog: DatabaseError {
    if code & 0xff == SQLITE_NOMEM {
      return DatabaseError(
        .outOfMemory,
        "SQLite ran out of memory. Nothing was written.",
        extendedCode: code
      )
    }
    if code & 0xff == SQLITE_CORRUPT {
      return DatabaseError(
        .corrupt,
        "The disk has failed, and a part of the database's log is lost. Nothing was written.",
        remedy: "Check the disk, and restore a backup.",
        extendedCode: code
      )
    }
    return error(
      "The disk has failed to store earlier writes, and fails again. Nothing was written.",
      remedy: "Check the disk. The next write tries to store the earlier writes again."
    )
  }

  /// The error of a write to a log that cannot be stored again on this disk.
  static var ofLogThatStays: DatabaseError {
    DatabaseError(
      .inputOutput,
      "The disk has failed to store earlier writes, and this disk could damage more of the log if "
        + "they were stored again. Nothing was written.",
      remedy: "Check the disk, make a backup, and continue with the backup."
    )
  }

  private func error(_ message: String, remedy: String = "") -> DatabaseError {
    DatabaseError(
      code & 0xff == SQLITE_FULL ? .diskFull : .inputOutput,
      message,
      remedy: remedy,
      extendedCode: code
    )
  }
}
