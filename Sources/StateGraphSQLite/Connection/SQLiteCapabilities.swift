import CSQLite

/// The features and known faults of the SQLite library that this process has loaded.
public struct SQLiteCapabilities: Sendable {
  /// The version of SQLite, such as `3.40.1`.
  public let version: String

  /// One element for each fault or missing feature of this SQLite version: a sentence that
  /// describes the fault and how StateGraph avoids it.
  public let workarounds: [String]

  /// Whether a checkpoint may lose pages if another connection restarts the WAL at the same time
  /// (<https://sqlite.org/wal.html#walresetbug>).
  package let losesPagesOnLogReset: Bool
  /// Whether SQLite was compiled with FTS5, its full-text search.
  package let hasSearch: Bool
  /// Whether LIKE compares the bytes of a blob. If false, LIKE matches no blob.
  package let likeMatchesBlobs: Bool
}

extension SQLiteCapabilities {
  /// The features of the SQLite library that this process has loaded.
  ///
  /// The value is determined at the first access.
  public static let current = SQLiteCapabilities()

  private init() {
    version = String(cString: sqlite3_libversion())
    let number = sqlite3_libversion_number()
    hasSearch = sqlite3_compileoption_used("ENABLE_FTS5") != 0
    likeMatchesBlobs = sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") == 0
    losesPagesOnLogReset = SQLiteCapabilities.losesPagesOnLogReset(versionNumber: Int(number))
    // No released version of SQLite is known to have corrected the following fault.
    var workarounds = [
      "UPDATE OR REPLACE may undo ON DELETE SET NULL and SET DEFAULT in the updated row: "
        + "it is refused where foreign keys allow this."
    ]
    if losesPagesOnLogReset {
      workarounds.append(
        "Before 3.51.3 a checkpoint may damage the file while another connection begins the log "
          + "anew: only the holder of the write lock moves the log to the file."
      )
    }
    if number < 3_047_000 {
      workarounds.append(
        "Before 3.47 the preupdate hook says NULL for a column that was added behind the row: "
          + "its default is filled in, or the table is read again where it is not certain."
      )
    }
    if number < 3_049_000 {
      workarounds.append(
        "Before 3.49 the preupdate hook does not count virtual generated columns: "
          + "the others are counted without them, and these are read before COMMIT."
      )
    }
    if !hasSearch {
      workarounds.append("FTS5 is not compiled in: tables with search columns cannot be created.")
    }
    if number < 3_044_000 {
      workarounds.append(
        "Before 3.44 an untrusted schema may not use JSON functions or search tables: "
          + "a schema is trusted where all functions and modules are known to be harmless."
      )
    }
    self.workarounds = workarounds
  }

  /// Returns whether a SQLite version may lose pages when the WAL is restarted.
  ///
  /// The fault exists since SQLite 3.7.0, the first version with WAL. It was corrected in three
  /// release branches.
  ///
  /// - Parameter versionNumber: The result of `sqlite3_libversion_number`. For 3.40.1 it is
  ///   3,040,001.
  static func losesPagesOnLogReset(versionNumber: Int) -> Bool {
    guard (3_007_000..<3_051_003).contains(versionNumber) else { return false }
    let isCorrected = (3_044_006..<3_045_000).contains(versionNumber)
    return !isCorrected && !(3_050_007..<3_051_000).contains(versionNumber)
  }
}

extension SQLiteCapabilities: CustomStringConvertible {
  /// The SQLite version and the workarounds, each on its own line.
  public var description: String {
    (["SQLite \(version)"] + workarounds).joined(separator: "\n")
  }
}
