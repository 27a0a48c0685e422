/// Computes the progress of an import, and passes it to the callback of the program.
///
/// The callback returns whether the import continues.
struct ProgressReporter {
  private let report: (ImportProgress) -> ImportDecision
  /// The size of all inputs in bytes. Nil if one of the inputs has no known size, such as a pipe.
  private let totalBytes: Int64?
  /// The number of records that an interrupted run has read.
  private let resumedRecords: Int
  /// The size in bytes of the inputs that have been read completely.
  private(set) var bytesOfFinishedInputs: Int64 = 0
  /// The part of the reported bytes that an interrupted run had read too.
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

  /// Stores the progress that the next call of `reportLast` reports.
  ///
  /// - Parameters:
  ///   - path: The path of the input that is being read.
  ///   - bytesRead: The number of bytes that were read from this input.
  ///   - records: The number of records that this run has read from all inputs.
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

  /// Stores the progress while the import skips the records of an interrupted run.
  ///
  /// The reported `resumedBytes` are all bytes that have been read up to this call.
  mutating func updateSkipping(_ path: String, bytesRead: Int64, records: Int) {
    resumedBytes = bytesOfFinishedInputs + bytesRead
    update(path, bytesRead: bytesRead, records: records)
  }

  /// Adds the size of a completely read input to the bytes of finished inputs.
  mutating func didFinishInput(byteCount: Int64) { bytesOfFinishedInputs += byteCount }

  /// Adds the size of an input that an interrupted run has read completely.
  ///
  /// The size is added both to the bytes of finished inputs and to the bytes of the interrupted
  /// run.
  mutating func didSkipInput(byteCount: Int64) {
    bytesOfFinishedInputs += byteCount
    resumedBytes = bytesOfFinishedInputs
  }

  /// Passes the last stored progress to the callback, and returns the callback's decision.
  ///
  /// Returns `proceed` if no progress was stored yet.
  func reportLast() -> ImportDecision { last.map(report) ?? .proceed }
}

/// A message of a running import for the user.
///
/// For example, the import reports that it continues an interrupted run. Progress is reported
/// separately.
public struct ImportNotice: Sendable, Equatable, CustomStringConvertible {
  /// The path of the input that the message is about, as the request contains the path.
  public let path: String
  /// The text of the message: one sentence without its full stop, and without the path.
  public let message: String

  /// The path and the message, as `path: message`.
  public var description: String { "\(path): \(message)" }
}
