import StateGraphFormats
import StateGraphSQLite

/// Imports the records of one CSV input into one table, with or without a mapping.
final class CSVImport {
  let header: CSVHeader
  private let run: ImportRun
  private let table: Int
  private let plan: TablePlan
  private let reader: CSVReader
  private let rowReader: CSVRowReader
  private let places: CSVRowPlaces
  /// The dialect and the names of the fields, with which the text of one record can be read again.
  private let form: CSVForm
  /// Writes the related rows that a field lists by their keys; nil if no field is such a list.
  private let listWriter: JSONRecordWriter?

  /// Prepares the import of one CSV input, and reads its header.
  init(_ csv: CSVSource, table: Int, in run: ImportRun) throws(ImportError) {
    self.run = run
    self.table = table
    plan = run.plan.tables[table]
    reader = csv.reader()
    let mapping = run.mappings[table] ?? ResolvedMapping(plan, ignoresUnknown: false)
    let header = try CSVHeader(csv, reader, mapping)
    self.header = header
    rowReader = CSVRowReader(
      reader,
      header,
      mapping,
      nullSpellings: run.request.nullSpellings
    )
    places = CSVRowPlaces(reader, header)
    var form = csv.form
    form.header = header.names
    self.form = form
    listWriter = header.hasLists ? JSONRecordWriter(run, nil, file: reader.source.name) : nil
  }

  func importRecords() throws(ImportError) {
    var cells = emptyRow
    try skipImported(&cells)
    while true {
      var isDeferred = false
      do {
        guard try reader.next() else { break }
        try rowReader.read(into: &cells)
        isDeferred = try !importRecord(&cells)
      } catch {
        try skip(after: error)
        try run.reject(error) { text }
      }
      if isDeferred { try run.deferRecord(text, key: plan.keyCells(of: cells)) }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Imports the only record of the input. Returns false if the record has to be deferred, because
  /// a row that it refers to does not exist yet.
  func importSingleRecord() throws(ImportError) -> Bool {
    guard try reader.next() else { throw .noRecord }
    var cells = emptyRow
    try rowReader.read(into: &cells)
    guard try write(&cells) else { return false }
    guard try !reader.next() else { throw .severalRecords }
    return true
  }

  private var emptyRow: [Cell] {
    [Cell](repeating: .absent, count: plan.schema.columns.count)
  }

  /// Reads the records that an interrupted run has imported already, without writing them again.
  private func skipImported(_ cells: inout [Cell]) throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      var key: [Cell]?
      do {
        guard try reader.next() else { break }
        try rowReader.read(into: &cells)
        key = plan.keyCells(of: cells)
      } catch {
        try skip(after: error)
      }
      try run.didSkipRecord(key, in: table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  /// Moves the reader past a bad record.
  ///
  /// - Throws: `error`, if the import cannot continue after this record.
  private func skip(after error: ImportError) throws(ImportError) {
    guard run.rejectsBadRecords, error.concernsOneRecord, reader.goOn(behind: error) else {
      throw error
    }
  }

  /// Imports one record. Returns false if the record has to be deferred, because a row that it
  /// refers to does not exist yet. If the record is rejected or deferred, none of its rows stay in
  /// the database.
  private func importRecord(_ cells: inout [Cell]) throws(ImportError) -> Bool {
    guard run.mayLeaveOutRecords, !rowReader.lists.isEmpty else { return try write(&cells) }
    var row = cells
    defer { cells = row }
    return try run.rows.withSavepoint { () throws(ImportError) in try write(&row) }
  }

  /// Writes the row of a record, and the related rows that its fields list. Returns false if the
  /// record has to be deferred. In `cells`, references to missing rows may become NULL.
  private func write(_ cells: inout [Cell]) throws(ImportError) -> Bool {
    guard let listWriter, !rowReader.lists.isEmpty else {
      guard let outcome = try run.rows.write(&cells, to: table, as: .record, places) else {
        return false
      }
      try run.rows.didWriteRecord(cells, outcome, in: table, places)
      return true
    }
    let given = cells
    guard let outcome = try run.rows.write(&cells, to: table, as: .record, places) else {
      return false
    }
    for list in rowReader.lists {
      run.rows.didWrite(given, outcome, referredToBy: list.role)
      guard try listWriter.write(list.elements, list.role, of: given, table, places) else {
        return false
      }
    }
    try run.rows.didWriteRecord(given, outcome, in: table, places)
    return true
  }

  /// The text of the current record, for the reject file or for deferring the record.
  private var text: RecordText {
    RecordText(
      table: table,
      form: .csv(form),
      bytes: Array(reader.recordBytes),
      start: reader.recordPlace
    )
  }
}
