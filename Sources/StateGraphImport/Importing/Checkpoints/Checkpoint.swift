import StateGraphFormats

/// Stores how far an input had been read when a batch of its rows was committed. After an
/// interruption, the import continues from there.
struct Checkpoint {
  /// The index of the input among all inputs of the import, in the order in which they are read.
  let input: Int
  let path: String
  let identity: InputIdentity
  /// The number of records that were read from the input, including rejected ones.
  var recordCount: Int
  var position: RecordPosition
  var isFinished: Bool
}

/// The state of the import at a commit. It is stored together with the checkpoints.
struct CheckpointSummary {
  /// The number of records that the import has rejected so far.
  var rejectCount = 0
  /// The path of the reject file. Nil if no record was written to a reject file.
  var rejectFilePath: String?
  /// The length of the reject file at the commit, in bytes. A resumed import removes all later
  /// bytes, because it reads the records of these lines again.
  var rejectFileBytes: Int64 = 0
  /// The names of the tables that the import has written to.
  var tables: [String] = []
}
