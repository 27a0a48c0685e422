public import StateGraphFormats

/// The records that an import has rejected.
public struct RejectReport: Sendable, Equatable {
  /// The number of rejected records, including those of a resumed run.
  public internal(set) var count = 0
  /// The records that this run has rejected, grouped by error code. The groups are in the order of
  /// their first records.
  public internal(set) var groups: [RejectGroup] = []
  /// The path of the reject file; nil if no record was written to one.
  public internal(set) var filePath: String?
}

/// The rejected records that have the same error code.
public struct RejectGroup: Sendable, Equatable {
  /// The error code.
  public let code: ImportError.Code
  /// The number of rejected records with this error code.
  public internal(set) var count = 0
  /// The first five rejected records with this error code.
  public internal(set) var first: [RejectedRecord] = []
}

/// The error message and the place of one rejected record.
public struct RejectedRecord: Sendable, Equatable {
  /// What is wrong with the record. The text has no full stop.
  public let message: String
  /// What the user can do about the error. The text has no full stop. It is empty if the only
  /// advice is to correct the record.
  public let remedy: String
  /// The place of the error in the input; nil if it is not known.
  public let place: InputPlace?
}
