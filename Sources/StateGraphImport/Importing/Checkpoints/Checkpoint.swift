import StateGraphFormats

/// Records how far an input had been read when a batch of its rows was committed.
struct Checkpoint {
  /// The position of the input among all inputs of the import.
  let input: Int
  let path: String
  let identity: InputIdentity
  /// The number of records of the input that were read, including rejected ones.
  var recordCount: Int
  var position: RecordPosition
  var isFinished: Bool
}

/// The state of the whole import, which is stored with each checkpoint.
struct CheckpointSummary {
  /// The number of records that the import has rejected so far.
  var rejectCount = 0
  /// The path of the reject file; nil if no record was written to one.
  var rejectFilePath: String?
  /// The length of the reject file at the checkpoint. A resumed import removes later bytes, because
  /// it reads the records of these lines again.
  var rejectFileBytes: Int64 = 0
  /// The names of the tables that the import has written to.
  var tables: [String] = []
}
