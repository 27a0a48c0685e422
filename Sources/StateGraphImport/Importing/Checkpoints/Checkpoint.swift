import StateGraphFormats

/// How far an input had been read when its rows were committed.
struct Checkpoint {
  /// The number of the input in its import.
  let input: Int
  let path: String
  let identity: InputIdentity
  /// The records of the input that were read, rejected ones included.
  var recordCount: Int
  var position: RecordPosition
  var isFinished: Bool
}

/// What a checkpoint says about the whole import.
struct CheckpointSummary {
  /// The records that were rejected.
  var rejectCount = 0
  /// The reject file; nil where no record was written to one.
  var rejectFilePath: String?
  /// The length of the reject file. Later bytes are about records that are read again.
  var rejectFileBytes: Int64 = 0
  /// The tables that have been written to.
  var tables: [String] = []
}
