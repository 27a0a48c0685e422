import StateGraphFormats

/// Counts rejected records, and writes them to the file of rejects where one is wanted.
final class RejectLog {
  private(set) var report = RejectReport()
  private let plan: ImportPlan
  private let maximumErrors: Int?
  private let quarantine: QuarantineFile?
  private static let shownPerGroup = 5

  /// - Parameter earlierCount: The rejects of the interrupted run that this one goes on with.
  init(
    _ plan: ImportPlan,
    maximumErrors: Int?,
    quarantine: QuarantineFile?,
    earlierCount: Int
  ) {
    self.plan = plan
    self.maximumErrors = maximumErrors
    self.quarantine = quarantine
    report.count = earlierCount
    if let quarantine, quarantine.length > 0 { report.quarantinePath = quarantine.path }
  }

  /// Adds to what a checkpoint remembers.
  func summarize(_ summary: inout CheckpointSummary) {
    summary.rejectCount = report.count
    guard let quarantine, quarantine.length > 0 else { return }
    summary.quarantinePath = quarantine.path
    summary.quarantineBytes = quarantine.length
  }

  /// - Throws: When there are too many, or the file cannot be written.
  func add(_ error: ImportError, _ record: RecordText) throws(ImportError) {
    report.count += 1
    note(error)
    if let quarantine {
      try quarantine.append(line(error, record))
      report.quarantinePath = quarantine.path
    }
    guard let maximumErrors, report.count > maximumErrors else { return }
    throw ImportError(
      error.code,
      "\(report.count) records were rejected, and the limit is \(maximumErrors); the last: "
        + error.message,
      remedy: error.remedy,
      place: error.place
    )
  }

  /// Hands all that was added to the system.
  func flush() throws(ImportError) { try quarantine?.flush() }

  private func note(_ error: ImportError) {
    let index = report.groups.firstIndex { $0.code == error.code } ?? report.groups.count
    if index == report.groups.count { report.groups.append(RejectGroup(code: error.code)) }
    report.groups[index].count += 1
    guard report.groups[index].first.count < Self.shownPerGroup else { return }
    report.groups[index].first.append(
      RejectedRecord(message: error.message, remedy: error.remedy, place: error.place)
    )
  }

  private func line(_ error: ImportError, _ record: RecordText) -> [UInt8] {
    let place = record.wasRejected ? record.start : error.place ?? record.start
    var line = JSONLine()
    line.member(RejectsFormat.marker, Int64(RejectsFormat.version))
    line.member("file", place.file)
    line.member("line", Int64(place.line))
    line.member("column", Int64(place.column))
    line.member("byte", place.byteOffset)
    line.member("code", error.code.description)
    line.member("message", error.message)
    line.member("remedy", error.remedy)
    line.member("table", plan.tables[record.table].name)
    record.form.write(to: &line)
    line.member("raw", orBase64: "rawBase64", record.bytes)
    line.end()
    return line.bytes
  }
}
