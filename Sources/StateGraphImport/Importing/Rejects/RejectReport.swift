public import StateGraphFormats

/// The records that an import has rejected.
public struct RejectReport: Sendable, Equatable {
  /// The number of rejected records, those of the resumed run included.
  public internal(set) var count = 0
  /// The records that this run has rejected, grouped by error code in the order of the first record
  /// of each group.
  public internal(set) var groups: [RejectGroup] = []
  /// The reject file, or nil if no record was written to one.
  public internal(set) var filePath: String?
}

/// Rejected records with the same error code.
public struct RejectGroup: Sendable, Equatable {
  /// The error code.
  public let code: ImportError.Code
  /// The number of records.
  public internal(set) var count = 0
  /// The first five records.
  public internal(set) var first: [RejectedRecord] = []
}

/// One rejected record, without its text.
public struct RejectedRecord: Sendable, Equatable {
  /// What is wrong with the record, without a full stop.
  public let message: String
  /// What to do about it, without a full stop; empty where there is nothing better than correcting
  /// the record.
  public let remedy: String
  /// The place in the input.
  public let place: InputPlace?
}
