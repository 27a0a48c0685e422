import StateGraphFormats

/// Counts the rejected records of an import, and writes them to the reject file.
///
/// With the error policy `skip`, there is no reject file. Only the thread that runs the import
/// uses a log.
final class RejectLog {
  private(set) var report = RejectReport()
  private let plan: ImportPlan
  private let maximumErrors: Int?
  private let file: RejectFile?
  /// The maximum number of rejected records that the report lists for each error code.
  ///
  /// The report only counts the records beyond this number.
  private static let reportedPerGroup = 5

  /// Creates the log of one import.
  ///
  /// - Parameters:
  ///   - plan: The tables of the database.
  ///   - maximumErrors: The maximum number of rejected records. One more rejected record ends the
  ///     import. Nil means no limit.
  ///   - file: The file for the rejected records. If nil, they are only counted.
  ///   - earlierCount: The number of records that the interrupted run had rejected.
  init(
    _ plan: ImportPlan,
    maximumErrors: Int?,
    file: RejectFile?,
    earlierCount: Int
  ) {
    self.plan = plan
    self.maximumErrors = maximumErrors
    self.file = file
    report.count = earlierCount
    if let file, file.length > 0 { report.filePath = file.path }
  }

  /// Copies the number of rejected records and the length of the reject file to `summary`, which
  /// the next checkpoint stores.
  func summarize(_ summary: inout CheckpointSummary) {
    summary.rejectCount = report.count
    guard let file, file.length > 0 else { return }
    summary.rejectFilePath = file.path
    summary.rejectFileBytes = file.length
  }

  /// Counts a rejected record, and writes it to the reject file if there is one.
  ///
  /// - Throws: An error if more records than `maximumErrors` were rejected, or if the reject file
  ///   cannot be written.
  func add(_ error: ImportError, record: RecordText) throws(ImportError) {
    report.count += 1
    note(error)
    if let file {
      let table = plan.tables[record.table].name
      try file.append(RejectLine.encode(error, record: record, table: table))
      report.filePath = file.path
    }
    guard let maximumErrors, report.count > maximumErrors else { return }
    throw ImportError(
      error.code,
      "\(Quantity(report.count, of: "record")) \(report.count == 1 ? "was" : "were") rejected, "
        + "and the limit is \(maximumErrors); the last: " + error.message,
      remedy: error.remedy,
      place: error.place
    )
  }

  /// Writes the buffered records to the reject file, so that a crash cannot lose them.
  ///
  /// Call this before COMMIT.
  func flush() throws(ImportError) { try file?.flush() }

  /// Whether rejected records are in the reject file, and no commit has made them permanent.
  var hasOnlyUncommitted: Bool { file?.isUncommitted == true }

  /// Keeps the rejected records in the reject file, also if the import fails later.
  ///
  /// Call this after each COMMIT.
  func didCommit() throws(ImportError) { try file?.didCommit() }

  /// Writes the buffered records, and gives the reject file its final name.
  ///
  /// Call this before the last COMMIT of the import.
  func finish() throws(ImportError) {
    try file?.flush()
    try file?.takePlace()
  }

  private func note(_ error: ImportError) {
    let index = report.groups.firstIndex { $0.code == error.code } ?? report.groups.count
    if index == report.groups.count { report.groups.append(RejectGroup(code: error.code)) }
    report.groups[index].count += 1
    guard report.groups[index].first.count < Self.reportedPerGroup else { return }
    report.groups[index].first.append(
      RejectedRecord(message: error.message, remedy: error.remedy, place: error.place)
    )
  }
}
