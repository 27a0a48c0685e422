public import StateGraphFormats

/// The records that an import did not take.
public struct RejectReport: Sendable, Equatable {
  /// How many there are, those of interrupted runs that this one has resumed included.
  public internal(set) var count = 0
  /// Those of this run by kind, in the order in which the kinds came.
  public internal(set) var groups: [RejectGroup] = []
  /// The file that holds them, or nil where there is none.
  public internal(set) var quarantinePath: String?
}

/// Rejected records of one kind.
public struct RejectGroup: Sendable, Equatable {
  /// What is wrong with them.
  public let code: ImportError.Code
  /// How many there are.
  public internal(set) var count = 0
  /// The first five.
  public internal(set) var first: [RejectedRecord] = []
}

/// One rejected record, without its text.
public struct RejectedRecord: Sendable, Equatable {
  /// What is wrong, without a full stop.
  public let message: String
  /// What to do about it, or empty.
  public let remedy: String
  /// Where in the input.
  public let place: InputPlace?
}
