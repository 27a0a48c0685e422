import StateGraphFormats
import StateGraphSQLite

/// Imports the records of one JSON input into one table.
///
/// Nested records are imported into other tables.
final class JSONImport {
  private let run: ImportRun
  private let table: Int
  private var reader: any JSONRecordSource
  private let writer: JSONRecordWriter
  private let earlier: EarlierRecords?

  /// Creates the import of one JSON input.
  ///
  /// - Parameters:
  ///   - mayBeEmpty: Whether an input without any JSON value is valid and has no records. If false,
  ///     such an input is an error.
  ///   - earlier: Finds the earlier of two records with the same key, so that the error message can
  ///     name its line. If nil, the message names no line.
  init(
    _ source: ByteSource,
    input: ImportInput,
    table: Int,
    mayBeEmpty: Bool,
    in run: ImportRun,
    reopening earlier: EarlierRecords? = nil
  ) {
    self.run = run
    self.earlier = earlier
    self.table = table
    reader = JSONRecordReader(source, reading: input, mayBeEmpty: mayBeEmpty)
    writer = JSONRecordWriter(run, mappings: run.mappings, file: reader.file)
  }

  func importRecords() throws(ImportError) {
    reader = reader.readingAhead(keepsText: run.mayLeaveOutRecords)
    try skipImported()
    while true {
      var record: JSONValue?
      var deferred: JSONValue?
      do {
        record = try reader.next()
        guard let read = record else { break }
        let keyed = try keyed(read)
        record = keyed
        if try !importRecord(keyed) { deferred = keyed }
      } catch {
        if run.mayWait(after: error) {
          deferred = record
        } else {
          try reject(error, record: record)
        }
      }
      if let deferred { try run.deferRecord(text, key: keyCells(of: deferred)) }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Reads the records that an interrupted run has already imported, without writing them again.
  ///
  /// The import needs only the keys of these records, to detect a later record with the same key.
  private func skipImported() throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      var key: [Cell]?
      do {
        guard let record = try reader.next() else { break }
        key = keyCells(of: try keyed(record))
      } catch {
        guard run.rejectsBadRecords, error.concernsOneRecord, reader.canContinue
        else { throw error }
      }
      try run.didSkipRecord(key, in: table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  /// Imports the only record of the input, which is the text of a rejected or deferred record.
  ///
  /// Returns false if the record refers to a row that does not exist yet. The caller must then
  /// defer the record.
  ///
  /// - Parameter key: The primary key of the record, if the input was an object of records such as
  ///   `{"7": {…}}`. Otherwise nil.
  /// - Throws: An error if the input does not contain exactly one record.
  func importSingleRecord(under key: String? = nil) throws(ImportError) -> Bool {
    guard var record = try reader.next() else { throw .noRecord }
    if let key {
      let key = JSONRecordKey(text: key, place: record.place)
      record = try record.keyed(key, by: run.plan.tables[table])
    }
    guard try writer.write(record, to: table) else { return false }
    guard try reader.next() == nil else { throw .severalRecords }
    return true
  }

  /// Returns the record with its key as an additional member, if the input is an object of records
  /// such as `{"7": {…}}`.
  ///
  /// For any other input, returns the record unchanged.
  private func keyed(_ record: JSONValue) throws(ImportError) -> JSONValue {
    guard let key = reader.recordKey else { return record }
    return try record.keyed(key, by: run.plan.tables[table])
  }

  /// Imports one record, and its nested records.
  ///
  /// If the record is rejected or deferred, all its rows are rolled back.
  ///
  /// - Returns: False if the record refers to a row that does not exist yet. The caller must then
  ///   defer the record.
  private func importRecord(_ record: JSONValue) throws(ImportError) -> Bool {
    let mayBeSeveralRows = record.isNested || run.mappings[table] != nil
    guard run.mayLeaveOutRecords, mayBeSeveralRows else {
      return try writer.write(record, to: table)
    }
    return try run.rows.withSavepoint { () throws(ImportError) in
      try writer.write(record, to: table)
    }
  }

  /// Rejects a bad record, or throws `error` if the import cannot continue.
  ///
  /// - Parameters:
  ///   - error: The error that the record caused.
  ///   - record: The record, for a hint in the message. Nil if the record could not be read.
  private func reject(_ error: ImportError, record: JSONValue?) throws(ImportError) {
    var error = record.map { addingHint(to: error, $0) } ?? error
    if let record, let place = reader.recordPlace {
      error = run.addingEarlierLine(
        to: error,
        keyCells(of: record),
        in: table,
        place: place,
        earlier: earlier
      )
    }
    guard reader.canContinue else { throw error }
    try run.reject(error) { text }
  }

  /// A copy of the current record's text, for the reject file or for the table of deferred records.
  private var text: RecordText {
    RecordText(
      table: table,
      form: .json(key: reader.recordKey?.text),
      bytes: Array(reader.recordBytes),
      start: reader.recordPlace
        ?? InputPlace(file: reader.file, line: 1, column: 1, byteOffset: 0)
    )
  }

  private func keyCells(of record: JSONValue) -> [Cell]? {
    writer.keyCells(of: record, in: table)
  }

  /// Adds a hint to the error if the first record of the input has an unknown member.
  ///
  /// The likely reason for such an error is a missing `--root` or `--map-by-id` option.
  private func addingHint(to error: ImportError, _ record: JSONValue) -> ImportError {
    guard error.code == .unknownColumn, run.records == 0, let members = record.members else {
      return error
    }
    var hinting = error
    if members.count == 1, case .array = members[0].value.content {
      hinting.remedy =
        "If the records are in that array, name it: --root \(printable(members[0].key))"
    } else if members.allSatisfy({ $0.value.members != nil }) {
      hinting.remedy = "If every member is a record under its key, pass --map-by-id"
    }
    return hinting
  }
}

extension JSONValue {
  /// Whether a member of this object is an object or an array. The record may then need several
  /// rows.
  fileprivate var isNested: Bool {
    members?.contains { $0.value.form == .object || $0.value.form == .array } ?? false
  }
}
