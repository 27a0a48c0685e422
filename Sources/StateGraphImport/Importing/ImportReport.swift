/// The result of an import.
public struct ImportReport: Sendable, Equatable {
  /// The counts of inserted, updated and unchanged rows for each table that was written to, sorted
  /// by table name.
  public internal(set) var tables: [TableCounts] = []
  /// The foreign keys that have references to missing rows, in the order of their tables.
  public internal(set) var dangling: [DanglingCount] = []
  /// How each input was read, in the order in which the inputs were read.
  public internal(set) var inputs: [InputSummary] = []
  /// The directory entries that were not imported.
  public internal(set) var skipped: [SkippedInput] = []
  /// The parts of the request's ``ImportMapping`` that no record needed, in the order of their
  /// tables.
  public internal(set) var unusedMappings: [UnusedMapping] = []
  /// The records that the import has rejected.
  public internal(set) var rejects = RejectReport()
  /// The number of top-level records that were read, rejected ones included.
  public internal(set) var records = 0
  /// The number of top-level records that an interrupted run of this import had read before.
  public internal(set) var resumedRecords = 0
  /// The number of input bytes that were read.
  public internal(set) var bytes: Int64 = 0
  /// How long the import took.
  public internal(set) var duration = Duration.zero

  /// The number of inserted and updated rows. It is zero if the database already had all the data.
  public var changes: Int { tables.reduce(0) { $0 + $1.inserted + $1.updated } }
}

/// The number of rows that an import inserted, updated or left unchanged in one table. If several
/// records contain the same row, each of them is counted.
public struct TableCounts: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The number of inserted rows.
  public let inserted: Int
  /// The number of rows in which at least one column changed.
  public let updated: Int
  /// The number of records whose row already had all the values of the record.
  public let unchanged: Int
}

/// The number of references of one foreign key to rows that do not exist.
public struct DanglingCount: Sendable, Equatable {
  /// The table with the foreign key.
  public let table: String
  /// The columns of the foreign key.
  public let columns: [String]
  /// The table that the foreign key refers to, in which the rows are missing.
  public let referencedTable: String
  /// The number of records that refer to a missing row.
  public let rows: Int
  /// The number of different missing keys; nil if there were too many to remember.
  public let keys: Int?
}

/// How far a running import has read its inputs.
public struct ImportProgress: Sendable, Equatable {
  /// The path of the input that is being read, as the request gives it.
  public let path: String
  /// The number of bytes that have been read, of all inputs together.
  public let bytesRead: Int64
  /// The size of all inputs in bytes; nil if one of them is not a file.
  public let totalBytes: Int64?
  /// The number of top-level records that have been read.
  public let records: Int
  /// The part of `bytesRead` that an interrupted run had already read. It equals `bytesRead` while
  /// a resumed import reads these bytes again.
  public let resumedBytes: Int64
  /// The part of `records` that an interrupted run had already read.
  public let resumedRecords: Int
}

/// The program's answer to a progress report: whether the import continues.
public enum ImportDecision: Sendable {
  /// The import continues.
  case proceed
  /// The import commits what it has read, together with a checkpoint for resuming it, and ends with
  /// ``ImportError/Code/interrupted``.
  case stop
}
