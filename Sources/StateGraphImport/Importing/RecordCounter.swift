/// Counts the records that this run reads.
///
/// The counts determine when the next progress report or commit takes place.
struct RecordCounter {
  /// The number of records that this run has read, including rejected ones.
  var records = 0
  /// The number of records that this run has read from the current input, including rejected ones.
  var ofInput = 0
  /// The value of `records` at which the next batch is committed.
  ///
  /// The value is `Int.max` if the import is a single transaction.
  private(set) var nextCommit: Int
  /// The value of `records` at which the next progress report or commit takes place.
  ///
  /// Each record therefore needs only one comparison.
  private(set) var nextPause: Int
  /// The number of records that can be written before the next progress report or commit.
  var beforePause: Int { nextPause - records }
  private let batchSize: Int?

  init(batchSize: Int?) {
    self.batchSize = batchSize
    nextCommit = batchSize ?? .max
    nextPause = min(nextCommit, ImportRun.recordsPerReport)
  }

  mutating func scheduleNextCommit() {
    if let batchSize { nextCommit = records + batchSize }
  }

  mutating func scheduleNextPause() {
    let reports = records / ImportRun.recordsPerReport
    nextPause = min(nextCommit, (reports + 1) * ImportRun.recordsPerReport)
  }
}
