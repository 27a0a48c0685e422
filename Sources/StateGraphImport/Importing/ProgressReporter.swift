/// Reports how far an import is, and asks whether it is to go on.
struct ProgressReporter {
  private let report: (ImportProgress) -> ImportDecision
  /// The size of all inputs; nil where one of them has no length.
  private let totalBytes: Int64?
  /// The records that an interrupted run has read.
  private let resumedRecords: Int
  /// The size of the inputs that have been read to their end.
  private(set) var bytesOfFinishedInputs: Int64 = 0
  /// Of the bytes so far, those that an interrupted run has read.
  private var resumedBytes: Int64 = 0
  private var last: ImportProgress?

  init(
    totalBytes: Int64?,
    resumedRecords: Int,
    report: @escaping (ImportProgress) -> ImportDecision
  ) {
    self.totalBytes = totalBytes
    self.resumedRecords = resumedRecords
    self.report = report
  }

  /// Sets what `reportLast` reports.
  ///
  /// - Parameters:
  ///   - path: The input that is being read.
  ///   - bytesRead: The bytes of this input so far.
  ///   - records: The records of all inputs that this run has read.
  mutating func update(_ path: String, bytesRead: Int64, records: Int) {
    last = ImportProgress(
      path: path,
      bytesRead: bytesOfFinishedInputs + bytesRead,
      totalBytes: totalBytes,
      records: resumedRecords + records,
      resumedBytes: resumedBytes,
      resumedRecords: resumedRecords
    )
  }

  /// Sets what `reportLast` reports while records of an interrupted run are skipped.
  mutating func updateSkipping(_ path: String, bytesRead: Int64, records: Int) {
    resumedBytes = bytesOfFinishedInputs + bytesRead
    update(path, bytesRead: bytesRead, records: records)
  }

  /// An input was read to its end.
  mutating func didFinishInput(byteCount: Int64) { bytesOfFinishedInputs += byteCount }

  /// An interrupted run has read an input to its end.
  mutating func didSkipInput(byteCount: Int64) {
    bytesOfFinishedInputs += byteCount
    resumedBytes = bytesOfFinishedInputs
  }

  /// Reports the last update. Returns `proceed` where there was none.
  func reportLast() -> ImportDecision { last.map(report) ?? .proceed }
}
