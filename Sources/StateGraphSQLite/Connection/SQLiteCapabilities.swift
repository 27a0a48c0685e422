import CSQLite

/// What the SQLite library of this process can do, and how the library works around its faults.
public struct SQLiteCapabilities: Sendable {
  /// The library's version, `3.40.1`.
  public let version: String

  /// One sentence for each fault or missing feature of this version, and what the library does
  /// about it.
  public let workarounds: [String]

  /// Triggers may write to FTS5 tables in a file that is not trusted.
  package let allowsSearchInTriggers: Bool
  /// A checkpoint may lose pages while another connection begins the log anew
  /// (<https://sqlite.org/wal.html#walresetbug>).
  package let losesPagesOnLogReset: Bool
  /// FTS5 is compiled in.
  package let hasSearch: Bool
  /// LIKE compares the bytes of a blob, where it would otherwise be false for any.
  package let likeMatchesBlobs: Bool
}

extension SQLiteCapabilities {
  /// The capabilities of the loaded SQLite library. Determined at the first access.
  public static let current = SQLiteCapabilities()

  private init() {
    version = String(cString: sqlite3_libversion())
    let number = sqlite3_libversion_number()
    hasSearch = sqlite3_compileoption_used("ENABLE_FTS5") != 0
    likeMatchesBlobs = sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") == 0
    allowsSearchInTriggers = SQLiteCapabilities.probeSearchInViews()
    losesPagesOnLogReset = SQLiteCapabilities.losesPagesOnLogReset(versionNumber: Int(number))
    var workarounds: [String] = []
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
    } else if !allowsSearchInTriggers {
      workarounds.append(
        "Triggers may not write to FTS5 tables of an untrusted file: "
          + "a file whose only virtual tables are search tables is trusted by its writer."
      )
    }
    self.workarounds = workarounds
  }

  /// Whether a version has the fault, which exists since SQLite has WAL and was corrected in three
  /// branches.
  ///
  /// - Parameter versionNumber: The result of `sqlite3_libversion_number`: 3.40.1 is 3,040,001.
  static func losesPagesOnLogReset(versionNumber: Int) -> Bool {
    guard (3_007_000..<3_051_003).contains(versionNumber) else { return false }
    let isCorrected = (3_044_006..<3_045_000).contains(versionNumber)
    return !isCorrected && !(3_050_007..<3_051_000).contains(versionNumber)
  }

  /// Tries it out, because distributions backport changes without changing the version.
  private static func probeSearchInViews() -> Bool {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK, let handle else { return false }
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    let probe = """
      CREATE VIRTUAL TABLE s USING fts5(x); CREATE VIEW v AS SELECT x FROM s; SELECT x FROM v;
      """
    return sqlite3_exec(handle, probe, nil, nil, nil) == SQLITE_OK
  }
}

extension SQLiteCapabilities: CustomStringConvertible {
  /// The version and the workarounds, one to a line.
  public var description: String {
    (["SQLite \(version)"] + workarounds).joined(separator: "\n")
  }
}
