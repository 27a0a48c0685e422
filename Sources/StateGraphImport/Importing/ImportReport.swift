public import StateGraphFormats

/// The result of a successful import.
///
/// The report contains counts of rows, the rejected records, and how each input was read.
public struct ImportReport: Sendable, Equatable {
  /// The counts of inserted, updated and unchanged rows for each table that was written to.
  ///
  /// The array is sorted by table name.
  public internal(set) var tables: [TableCounts] = []
  /// The foreign keys with references to missing rows, in the order of their tables.
  ///
  /// Empty if all referenced rows exist.
  public internal(set) var dangling: [DanglingCount] = []
  /// The tables in which records of the inputs give the same row different values, sorted by table
  /// name.
  ///
  /// ``ImportRequest/onDuplicate`` determines which of the values the row has after the import.
  public internal(set) var conflicts: [VersionConflicts] = []
  /// The columns in which negative zeros were stored as 0.0, in the order of the tables.
  public internal(set) var negativeZeros: [NegativeZeros] = []
  /// How each input was read, in the order in which the inputs were read.
  public internal(set) var inputs: [InputSummary] = []
  /// The inputs that were not imported, because their headers do not match their tables.
  ///
  /// With the policy ``ErrorPolicy/abort``, the first of these inputs ends the import instead.
  public internal(set) var refusedInputs: [RefusedInput] = []
  /// The entries of input directories that were not imported, each with the reason.
  public internal(set) var skipped: [SkippedInput] = []
  /// The rules of the request's ``ImportMapping`` that no record has used, in the order of the
  /// tables.
  ///
  /// Such a rule may contain a mistyped name.
  public internal(set) var unusedMappings: [UnusedMapping] = []
  /// The number of rejected records, and the first errors of each kind.
  public internal(set) var rejects = RejectReport()
  /// The number of top-level records that this run has read, including rejected records.
  public internal(set) var records = 0
  /// The number of top-level records that an interrupted run of the same import had read.
  ///
  /// ``records`` does not include these records.
  public internal(set) var resumedRecords = 0
  /// The number of bytes that were read from all inputs, including the bytes that an interrupted
  /// run of the same import had read.
  public internal(set) var bytes: Int64 = 0
  /// The time from the start of the import to its end, including the time for opening the database.
  public internal(set) var duration = Duration.zero

  /// The number of inserted, updated and removed rows.
  ///
  /// Zero if the database already contained all the data.
  public var changes: Int { tables.reduce(0) { $0 + $1.inserted + $1.updated + $1.removed } }
}

/// The number of rows that an import has inserted, updated or left unchanged in one table.
///
/// If several records contain the same row, the row is counted once for each record.
public struct TableCounts: Sendable, Equatable {
  /// The name of the table to which the counts belong.
  public let table: String
  /// The number of rows that the import has inserted into the table.
  public let inserted: Int
  /// The number of existing rows of the table in which the import changed at least one column.
  public let updated: Int
  /// The number of records that did not change their row.
  ///
  /// The row already had the same values, or the conflict policy did not allow a change.
  public let unchanged: Int
  /// The number of rows that were deleted, because the array of their record has become shorter.
  public internal(set) var removed = 0
}

/// An input of which no record was imported, because its header does not match its table.
public struct RefusedInput: Sendable, Equatable {
  /// The path of the input, as the request contains it.
  public let path: String
  /// A description of what is wrong with the header, as a clause without a full stop.
  public let reason: String
  /// Advice on how to correct the header or the request, without a full stop. May be empty.
  public let remedy: String
  /// The position of the error in the header. Nil if the error does not concern a single position.
  public let place: InputPlace?
}

/// The records of one table that give a column of a row another value than an earlier record of the
/// same import.
public struct VersionConflicts: Sendable, Equatable {
  /// The name of the table that contains the rows.
  public let table: String
  /// The names of the columns to which records give different values, in the order of the table.
  public let columns: [String]
  /// The number of records that give a column another value than an earlier record.
  public let records: Int
  /// The position of the first record that contradicts an earlier one.
  public let firstPlace: InputPlace?
}

/// A column whose negative zeros are stored as 0.0.
///
/// SQLite stores a real number without a fraction as an integer, which has no negative zero.
public struct NegativeZeros: Sendable, Equatable {
  /// The name of the table that contains the column.
  public let table: String
  /// The name of the column that stores 0.0 instead of -0.0.
  public let column: String
  /// The number of negative zeros that the records of this run contain for the column.
  public let values: Int
}

/// One foreign key and the number of its references to missing rows.
public struct DanglingCount: Sendable, Equatable {
  /// The name of the table that contains the foreign key.
  public let table: String
  /// The names of the foreign key's columns, in the table that contains the foreign key.
  public let columns: [String]
  /// The name of the referenced table, in which the rows are missing.
  public let referencedTable: String
  /// The number of records that refer to a missing row.
  public let rows: Int
  /// The number of different rows that are missing.
  ///
  /// Nil if there were too many missing rows to count, or if the import resumed an interrupted run
  /// that had written references.
  public let keys: Int?
}

/// How far a running import has read its inputs.
public struct ImportProgress: Sendable, Equatable {
  /// The path of the input that is being read, as the request contains it.
  public let path: String
  /// The number of bytes that have been read from all inputs together.
  public let bytesRead: Int64
  /// The size of all inputs in bytes. Nil if one of the inputs has no known size, such as a pipe.
  public let totalBytes: Int64?
  /// The number of top-level records that have been read from all inputs.
  ///
  /// The number includes records of an interrupted run.
  public let records: Int
  /// The part of `bytesRead` that an interrupted run had already read.
  ///
  /// Equal to `bytesRead` while a resumed import skips the records of the interrupted run.
  public let resumedBytes: Int64
  /// The part of ``records`` that an interrupted run had already read.
  public let resumedRecords: Int
}

/// The result of a progress callback, which decides whether the import continues.
public enum ImportDecision: Sendable {
  /// The import continues.
  case proceed
  /// The import ends with the error ``ImportError/Code/interrupted``.
  ///
  /// First, the import commits the records that it has read, so that a later run can resume it.
  case stop
}
