/// What an import did.
public struct ImportReport: Sendable, Equatable {
  /// The tables that records went to, in name order.
  public internal(set) var tables: [TableCounts] = []
  /// The foreign keys with dangling references, in the order of their tables.
  public internal(set) var dangling: [DanglingCount] = []
  /// What the inputs turned out to be, in the order in which they were read.
  public internal(set) var inputs: [InputSummary] = []
  /// What was left out of the directories among the inputs.
  public internal(set) var skipped: [SkippedInput] = []
  /// What in the mapping no record had use for, by tables.
  public internal(set) var unusedMappings: [UnusedMapping] = []
  /// The records that were not taken.
  public internal(set) var rejects = RejectReport()
  /// Top-level records read, rejected ones included.
  public internal(set) var records = 0
  /// Top-level records that an interrupted run of the same import had read already.
  public internal(set) var resumedRecords = 0
  /// Bytes read.
  public internal(set) var bytes: Int64 = 0
  /// How long it took.
  public internal(set) var duration = Duration.zero

  /// Rows inserted or updated; zero when everything was there already.
  public var changes: Int { tables.reduce(0) { $0 + $1.inserted + $1.updated } }
}

/// What an import did to one table. A row that several records mention counts once for each.
public struct TableCounts: Sendable, Equatable {
  /// The table's name.
  public let table: String
  /// Rows that are new.
  public let inserted: Int
  /// Rows of which a column changed.
  public let updated: Int
  /// Records whose row had every value already.
  public let unchanged: Int
}

/// The references of one foreign key that lead nowhere.
public struct DanglingCount: Sendable, Equatable {
  /// The table that has the foreign key.
  public let table: String
  /// The columns of the foreign key.
  public let columns: [String]
  /// The table that the rows are missing in.
  public let referencedTable: String
  /// How many records have such a reference.
  public let rows: Int
  /// How many different keys are missing, or nil where they were too many to remember.
  public let keys: Int?
}

/// How far an import has come.
public struct ImportProgress: Sendable, Equatable {
  /// The input that is being read, as the request names it.
  public let path: String
  /// Bytes read so far, of all inputs.
  public let bytesRead: Int64
  /// The size of all inputs, or nil where one of them has no length.
  public let totalBytes: Int64?
  /// Top-level records so far.
  public let records: Int
  /// Of the bytes, those that an interrupted run had read; all of them as long as only such bytes
  /// have been read again.
  public let resumedBytes: Int64
  /// Of the records, those that an interrupted run had read.
  public let resumedRecords: Int
}

/// What the import is to do after a progress report.
public enum ImportDecision: Sendable {
  case proceed
  /// Commit what has been read, with a checkpoint, and end with `.interrupted`.
  case stop
}
