import StateGraphFormats
import StateGraphSQLite

/// Imports a reject file, in which the user has corrected rejected records.
///
/// Each line contains the text of one record and the name of the record's table.
struct RejectFileImport {
  private let run: ImportRun
  private let reader: JSONRecordReader

  init(_ source: ByteSource, in run: ImportRun) {
    self.run = run
    reader = JSONRecordReader(source)
  }

  func importRecords() throws(ImportError) {
    try skipImported()
    while let line = try reader.next() {
      let record = try text(of: line)
      var isDeferred = false
      do {
        isDeferred = try !importRecord(record)
      } catch {
        try reject(error, record: record, place: line.place.inFile(reader.source.name))
      }
      if isDeferred { try run.deferRecord(record, key: nil) }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Reads the lines that an interrupted run has imported, without writing their records again.
  private func skipImported() throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      guard let line = try reader.next() else { break }
      try run.didSkipRecord(nil, in: try text(of: line).table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  /// Imports the record of one line.
  ///
  /// Returns false if the record must be deferred because it refers to a row that does not exist
  /// yet.
  private func importRecord(_ record: RecordText) throws(ImportError) -> Bool {
    guard run.mayLeaveOutRecords else {
      // A reference to a missing row is found only at the end of the import. The position
      // `record.start` lets the error name the original input instead of the reject file.
      return try run.rows.notingMissingReferences(at: record.start) { () throws(ImportError) in
        try record.importRecord(in: run)
      }
    }
    return try run.rows.withSavepoint { () throws(ImportError) in
      try record.importRecord(in: run)
    }
  }

  /// Rejects the record of one line, with an error for the line of the reject file, where the user
  /// must correct the record.
  ///
  /// The error message also contains the position in the original input.
  private func reject(
    _ error: ImportError,
    record: RecordText,
    place: InputPlace
  ) throws(ImportError) {
    var error = error
    if error.concernsOneRecord {
      error.place = place
      error.message += "; the record was first read from \(record.start)"
    }
    try run.reject(error) { record }
  }

  private func text(of object: JSONValue) throws(ImportError) -> RecordText {
    let place = object.place.inFile(reader.source.name)
    guard let line = RejectLine(object) else {
      throw ImportError(
        .malformedJSON,
        "the line is not a line of a reject file",
        remedy: "Change only the value of \"raw\"",
        place: place
      )
    }
    guard let table = run.plan.tableIndex(line.table) else {
      throw ImportError(
        .unknownTable,
        "the database has no table \(printable(line.table))",
        remedy: "Import the reject file into the database whose import has written it",
        place: place
      )
    }
    return RecordText(
      table: table,
      form: line.form,
      bytes: line.raw,
      start: line.place ?? place,
      wasRejected: true
    )
  }
}
