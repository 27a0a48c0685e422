import StateGraphFormats

/// How far an input has been read when its rows were committed.
struct Checkpoint {
  /// The number of the input in its import.
  let input: Int
  let path: String
  let identity: InputIdentity
  /// The records that were read of it, rejected ones included.
  var recordCount: Int
  var position: RecordPosition
  var isFinished: Bool
}

/// What a whole import remembers besides.
struct CheckpointSummary {
  var rejectCount = 0
  var quarantinePath: String?
  var quarantineBytes: Int64 = 0
  /// The tables that have been written to.
  var tables: [String] = []
}
