/// The result of an import.
public struct ImportReport: Sendable, Equatable {
  /// The tables that records were written to, in the order of their names.
  public internal(set) var tables: [TableCounts] = []
  /// The foreign keys with dangling references, in the order of their tables.
  public internal(set) var dangling: [DanglingCount] = []
  /// How the inputs were read, in the order in which they were read.
  public internal(set) var inputs: [InputSummary] = []
  /// The entries of directories that were not imported.
  public internal(set) var skipped: [SkippedInput] = []
  /// The parts of the mapping that no record needed, in the order of their tables.
  public internal(set) var unusedMappings: [UnusedMapping] = []
  /// The rejected records.
  public internal(set) var rejects = RejectReport()
  /// The number of top-level records that were read, rejected ones included.
  public internal(set) var records = 0
  /// The number of top-level records that the resumed run had read before.
  public internal(set) var resumedRecords = 0
  /// The number of bytes that were read.
  public internal(set) var bytes: Int64 = 0
  /// How long the import took.
  public internal(set) var duration = Duration.zero

  /// The number of inserted and updated rows; zero if the database had everything already.
  public var changes: Int { tables.reduce(0) { $0 + $1.inserted + $1.updated } }
}

/// What an import did to the rows of one table. A row that several records contain counts several
/// times.
public struct TableCounts: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The number of inserted rows.
  public let inserted: Int
  /// The number of rows of which a column changed.
  public let updated: Int
  /// The number of records whose row had all values already.
  public let unchanged: Int
}

/// The dangling references of one foreign key.
public struct DanglingCount: Sendable, Equatable {
  /// The table with the foreign key.
  public let table: String
  /// The columns of the foreign key.
  public let columns: [String]
  /// The table in which the referenced rows are missing.
  public let referencedTable: String
  /// The number of records with a dangling reference.
  public let rows: Int
  /// The number of different missing keys; nil if they were too many to remember.
  public let keys: Int?
}

/// The progress of an import.
public struct ImportProgress: Sendable, Equatable {
  /// The input that is being read, as in the request.
  public let path: String
  /// The number of bytes of all inputs that have been read.
  public let bytesRead: Int64
  /// The size of all inputs in bytes; nil if one of them is not a file.
  public let totalBytes: Int64?
  /// The number of top-level records that have been read.
  public let records: Int
  /// The number of these bytes that the resumed run had read. Equal to `bytesRead` while such bytes
  /// are read again.
  public let resumedBytes: Int64
  /// The number of these records that the resumed run had read.
  public let resumedRecords: Int
}

/// Whether an import goes on after a progress report.
public enum ImportDecision: Sendable {
  /// The import goes on.
  case proceed
  /// The import commits what it has read, with a checkpoint, and ends with
  /// ``ImportError/Code/interrupted``.
  case stop
}
