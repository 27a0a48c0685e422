import StateGraphFormats

/// How far an input had been read when a batch of its rows was committed.
///
/// An interrupted import continues at this position of the input.
struct Checkpoint {
  /// The index of the input in the order in which the import reads its inputs.
  let input: Int
  let path: String
  let identity: InputIdentity
  /// The number of records that were read from the input, including rejected ones.
  var recordCount: Int
  var position: RecordPosition
  var isFinished: Bool
}

/// The state of the import at a commit. The database stores it together with the checkpoints.
struct CheckpointSummary {
  /// The number of records that the import has rejected before the commit, including those of an
  /// interrupted run.
  var rejectCount = 0
  /// The path of the reject file. Nil if no record was written to a reject file.
  var rejectFilePath: String?
  /// The length of the reject file at the commit, in bytes.
  ///
  /// A resumed import removes all later bytes, because it reads the records of the removed lines
  /// again.
  var rejectFileBytes: Int64 = 0
  /// The names of the tables into which the import has written rows.
  var tables: [String] = []
}
