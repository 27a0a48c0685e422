import StateGraphFormats
import StateGraphSQLite

/// Imports the records of one CSV input into one table.
final class CSVImport {
  let header: CSVFieldAssignment
  private let run: ImportRun
  private let table: Int
  private let plan: TablePlan
  /// The reader that parses on the thread of its caller.
  ///
  /// If `readAhead` has started a second thread, only that thread may use this reader.
  private let rowReader: CSVRowReader
  /// The reader of the records: `rowReader`, or a reader that runs `rowReader` on a second thread.
  private var records: any CSVRowSource
  private var places: CSVRowPlaces
  /// The CSV dialect and the names of the fields.
  ///
  /// The import stores this form together with a rejected or deferred record, so that it can parse
  /// the text of the record again.
  private let form: CSVForm
  /// Writes the nested rows for fields that contain lists of keys, such as `swift,linux`.
  ///
  /// Nil if no field contains a list.
  private let listWriter: JSONRecordWriter?
  private let earlier: EarlierRecords?
  /// The reader of the second thread, and the shortcuts for many records together. Nil if the
  /// records are written one by one.
  private var ahead: (reader: ReadAheadRows, group: RowGroup, scan: RowScan?)?

  /// Prepares the import of one CSV input, and reads its header.
  ///
  /// - Parameter earlier: Finds the earlier of two records with the same key, so that the error
  ///   message can name its line. If nil, the message names no line.
  /// - Throws: An error if the header does not match the table.
  init(
    _ csv: CSVSource,
    table: Int,
    in run: ImportRun,
    reopening earlier: EarlierRecords? = nil
  ) throws(ImportError) {
    self.run = run
    self.earlier = earlier
    self.table = table
    plan = run.plan.tables[table]
    let reader = csv.reader()
    let mapping = run.mappings[table] ?? ResolvedMapping(plan, ignoresUnknown: false)
    let madeKey = run.rows.madeKeys.index(plan)
    let header = try CSVFieldAssignment(csv, reader: reader, mapping: mapping, madeKey: madeKey)
    self.header = header
    rowReader = CSVRowReader(reader, header: header, mapping: mapping, rules: run.request.fields)
    records = rowReader
    places = CSVRowPlaces(rowReader)
    var form = csv.form
    form.header = header.storedNames
    self.form = form
    listWriter =
      header.hasLists ? JSONRecordWriter(run, mappings: nil, file: reader.source.name) : nil
  }

  func importRecords() throws(ImportError) {
    try readAhead()
    var cells = emptyRow
    try skipImported(&cells)
    var insertedAhead = 0
    while true {
      var isDeferred = false
      do {
        guard try records.next(into: &cells) else { break }
        if insertedAhead == 0 { insertedAhead = try insertGroup() }
        if insertedAhead > 0 {
          insertedAhead -= 1
        } else {
          isDeferred = try !importRecord(&cells)
        }
      } catch {
        isDeferred = run.mayWait(after: error)
        if !isDeferred { try reject(error, cells: cells) }
      }
      if isDeferred { try run.deferRecord(text, key: plan.keyCells(of: cells)) }
      try run.didReadRecord(from: records)
    }
    ahead?.scan?.end()
    run.rows.writers[table]?.scan = nil
    try run.didFinish(records)
  }

  private func reject(_ error: ImportError, cells: [Cell]) throws(ImportError) {
    let described = run.addingEarlierLine(
      to: error,
      plan.keyCells(of: cells),
      in: table,
      place: records.recordPlace,
      earlier: earlier
    )
    try skip(after: described)
    try run.reject(described) { text }
  }

  /// Moves the reading and the conversion of the records to a second thread, if possible.
  private func readAhead() throws(ImportError) {
    let rejectsBadRecords = run.rejectsBadRecords
    records = ReadAheadRows.around(rowReader) { rejectsBadRecords && $0.concernsOneRecord }
    places = CSVRowPlaces(records)
    guard listWriter == nil, run.rows.madeKeys.index(plan) == nil, run.rows.isOneTransaction,
      let reader = records as? ReadAheadRows
    else { return }
    let group = try convertingDatabaseErrors { () throws(DatabaseError) in
      try RowGroup(plan, request: run.request, on: run.rows.connection)
    }
    ahead = group.map { (reader, $0, RowScan(plan, on: run.rows.connection)) }
  }

  /// Inserts the current record and those behind it as one group, if they are probably new.
  ///
  /// Returns the number of inserted records. If it is zero, the current record must be written.
  private func insertGroup() throws(ImportError) -> Int {
    guard let ahead else { return 0 }
    let writer = try run.rows.writer(table)
    writer.scan = ahead.scan
    guard run.count.beforePause >= RowGroup.count else { return 0 }
    return try writer.insert(ahead.group, from: ahead.reader, places: places) ? RowGroup.count : 0
  }

  /// Imports the only record of the input, which is the text of a rejected or deferred record.
  ///
  /// Returns false if the record refers to a row that does not exist yet. The caller must then
  /// defer the record.
  ///
  /// - Throws: An error if the input does not contain exactly one record.
  func importSingleRecord() throws(ImportError) -> Bool {
    var cells = emptyRow
    guard try records.next(into: &cells) else { throw .noRecord }
    guard try write(&cells) else { return false }
    guard try !rowReader.reader.next() else { throw .severalRecords }
    return true
  }

  /// The number of unquoted fields that contain a quote, such as `5" disk`, and the position of the
  /// first such quote. Complete after `importRecords` has returned.
  var strayQuotes: StrayQuotes { records.strayQuotes }

  private var emptyRow: [Cell] {
    [Cell](repeating: .absent, count: plan.schema.columns.count)
  }

  /// Reads the records that an interrupted run has already imported, without writing them again.
  ///
  /// The import needs only the keys of these records, to detect a later record with the same key.
  private func skipImported(_ cells: inout [Cell]) throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      var key: [Cell]?
      do {
        guard try records.next(into: &cells) else { break }
        key = plan.keyCells(of: cells)
      } catch {
        try skip(after: error)
      }
      try run.didSkipRecord(key, in: table, from: records)
    }
    try run.didSkipAll(records)
  }

  /// Moves the reader past a bad record, so that the import can continue with the next one.
  ///
  /// - Throws: `error`, if the import cannot continue after this record.
  private func skip(after error: ImportError) throws(ImportError) {
    guard run.rejectsBadRecords, error.concernsOneRecord, records.goOn(behind: error) else {
      throw error
    }
  }

  /// Imports one record, and the nested rows for its lists of keys.
  ///
  /// If the record is rejected or deferred, all its rows are rolled back.
  ///
  /// - Returns: False if the record refers to a row that does not exist yet. The caller must then
  ///   defer the record.
  private func importRecord(_ cells: inout [Cell]) throws(ImportError) -> Bool {
    guard run.mayLeaveOutRecords, !records.lists.isEmpty else { return try write(&cells) }
    var row = cells
    defer { cells = row }
    return try run.rows.withSavepoint { () throws(ImportError) in try write(&row) }
  }

  /// Writes the row of a record, and the nested rows for its lists of keys.
  ///
  /// Returns false if the record must be deferred.
  ///
  /// - Parameter cells: The values of the record. This method may replace a reference to a missing
  ///   row with NULL.
  private func write(_ cells: inout [Cell]) throws(ImportError) -> Bool {
    if let key = run.rows.madeKeys.index(plan) {
      // `cells` may still contain the key that was made for the previous record.
      if header.fieldOfColumn[key] == nil { cells[key] = .absent }
      try run.rows.madeKeys.complete(&cells, of: plan, among: .topLevel)
    }
    guard let listWriter, !records.lists.isEmpty else {
      guard let outcome = try run.rows.write(&cells, to: table, as: .record, places: places) else {
        return false
      }
      try run.rows.didWriteRecord(cells, outcome: outcome, in: table, places: places)
      return true
    }
    let given = cells
    guard let outcome = try run.rows.write(&cells, to: table, as: .record, places: places) else {
      return false
    }
    for list in records.lists {
      run.rows.didWrite(given, outcome: outcome, referredToBy: list.role)
      guard
        try listWriter.write(
          list.elements,
          role: list.role,
          of: given,
          table: table,
          places: places
        )
      else {
        return false
      }
    }
    try run.rows.didWriteRecord(given, outcome: outcome, in: table, places: places)
    return true
  }

  /// A copy of the current record's text, for the reject file or for the table of deferred records.
  private var text: RecordText {
    RecordText(
      table: table,
      form: .csv(form),
      bytes: Array(records.recordBytes),
      start: records.recordPlace
    )
  }
}
