import StateGraphFormats
import StateGraphSQLite

/// Reads a file of rejects: each line holds a record of some table as it stood in some input, by
/// now mended.
final class RejectsImport {
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
      do {
        try importRecord(record)
      } catch {
        try reject(error, record, line.place.inFile(reader.source.name))
      }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Reads over what an interrupted run has imported.
  private func skipImported() throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      guard let line = try reader.next() else { break }
      try run.didSkipRecord(nil, in: try text(of: line).table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  private func importRecord(_ record: RecordText) throws(ImportError) {
    guard run.rejects == nil, run.held == nil else {
      return try run.whole { () throws(ImportError) in try record.importRecord(in: run) }
    }
    // A reference that leads nowhere is told at the end, and then by the place that the line says.
    run.missingNotes = []
    defer { run.missingNotes = nil }
    try record.importRecord(in: run)
    for note in run.missingNotes ?? [] {
      try run.database { () throws(DatabaseError) in
        try note.tracker.noteMissing(note.cells, at: record.start)
      }
    }
  }

  /// The place is that of the line, which is what there is to mend; the message has the other one.
  private func reject(
    _ error: ImportError,
    _ record: RecordText,
    _ place: InputPlace
  ) throws(ImportError) {
    var error = error
    if error.concernsOneRecord, !HeldRecords.isNotYet(error) {
      error.place = place
      error.message += "; the record was first read from \(record.start)"
    }
    try run.reject(error, { record }, key: { nil })
  }

  private func text(of line: JSONValue) throws(ImportError) -> RecordText {
    let members = line.contents
    let place = line.place.inFile(reader.source.name)
    guard members[RejectsFormat.marker] == .integer(Int64(RejectsFormat.version)),
      case .string(let name)? = members["table"], let bytes = raw(members),
      let form = RecordForm(members: members)
    else {
      throw ImportError(
        .malformedJSON,
        "the line is not one of a file of rejects",
        remedy: "Change nothing but what is in \"raw\"",
        place: place
      )
    }
    guard let table = run.plan.tableIndex(name) else {
      throw ImportError(
        .unknownTable,
        "the database has no table \(printable(name))",
        remedy: "Import the rejects into the database that they are from",
        place: place
      )
    }
    let start = Self.place(members) ?? place
    return RecordText(table: table, form: form, bytes: bytes, start: start, wasRejected: true)
  }

  private func raw(_ members: [String: JSONValue.Content]) -> [UInt8]? {
    if case .string(let text)? = members["raw"] { return Array(text.utf8) }
    if case .string(let text)? = members["rawBase64"] { return RFC4648.bytes(base64: text) }
    return nil
  }

  private static func place(_ members: [String: JSONValue.Content]) -> InputPlace? {
    guard case .string(let file)? = members["file"], case .integer(let line)? = members["line"],
      case .integer(let column)? = members["column"], case .integer(let byte)? = members["byte"]
    else { return nil }
    // Anybody may have written the line, and more is going to be added.
    let range = Int64(0)...(1 << 48)
    guard range.contains(line), range.contains(column), range.contains(byte) else { return nil }
    return InputPlace(file: file, line: Int(line), column: Int(column), byteOffset: byte)
  }
}
