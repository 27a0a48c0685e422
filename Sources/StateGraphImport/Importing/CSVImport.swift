import StateGraphFormats
import StateGraphSQLite

/// Reads one CSV input into one table.
final class CSVImport {
  private let run: ImportRun
  private let table: Int
  private let reader: CSVReader
  private let input: ImportInput
  private let nullSpellings: [[UInt8]]
  /// The table's column for each field.
  @exclusivity(unchecked) private var columns: [Int] = []
  /// How the text of one record is to be read; empty until the header has been.
  private var form: CSVForm

  init(_ csv: CSVSource, _ input: ImportInput, table: Int, in run: ImportRun) {
    self.run = run
    self.table = table
    var input = input
    input.columns = csv.outsideNames
    self.input = input
    nullSpellings = run.request.nullSpellings.map { Array($0.utf8) }
    reader = csv.reader()
    form = csv.form
  }

  /// For the text of one record.
  init(_ source: ByteSource, _ form: CSVForm, table: Int, in run: ImportRun) {
    self.run = run
    self.table = table
    self.form = form
    var input = ImportInput(path: source.name)
    input.columns = form.header
    self.input = input
    nullSpellings = run.request.nullSpellings.map { Array($0.utf8) }
    reader = CSVSource(source, form).reader()
  }

  func importRecords() throws(ImportError) {
    try readColumns()
    let plan = run.plan.tables[table]
    let places = CSVRowPlaces(reader, columns)
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    try skipImported(&cells, plan, places)
    while true {
      do {
        guard try reader.next() else { break }
        try importRecord(&cells, plan, places)
      } catch {
        try reject(error, cells)
      }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Imports the one record that there is.
  func importSingleRecord() throws(ImportError) {
    try readColumns()
    let plan = run.plan.tables[table]
    guard try reader.next() else { throw .noRecord }
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    try importRecord(&cells, plan, CSVRowPlaces(reader, columns))
    guard try !reader.next() else { throw .severalRecords }
  }

  private func importRecord(
    _ cells: inout [Cell],
    _ plan: TablePlan,
    _ places: CSVRowPlaces
  ) throws(ImportError) {
    try read(&cells, plan, places)
    let outcome = try run.store(&cells, in: table, as: .record, places)
    try run.didStoreRecord(cells, outcome, in: table, places)
  }

  private func read(
    _ cells: inout [Cell],
    _ plan: TablePlan,
    _ places: CSVRowPlaces
  ) throws(ImportError) {
    for field in columns.indices {
      cells[columns[field]] = try cell(field, plan, places)
    }
  }

  /// Reads over what an interrupted run has imported.
  private func skipImported(
    _ cells: inout [Cell],
    _ plan: TablePlan,
    _ places: CSVRowPlaces
  ) throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      var key: [Cell]?
      do {
        guard try reader.next() else { break }
        try read(&cells, plan, places)
        key = plan.keyCells(of: cells)
      } catch {
        try goOn(behind: error)
      }
      try run.didSkipRecord(key, in: table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  /// Makes the reader go on behind a bad record, where there are to be any.
  private func goOn(behind error: ImportError) throws(ImportError) {
    guard run.rejects != nil, error.concernsOneRecord, reader.goOn(behind: error) else {
      throw error
    }
  }

  private func reject(_ error: ImportError, _ cells: [Cell]) throws(ImportError) {
    if !HeldRecords.isNotYet(error) { try goOn(behind: error) }
    try run.reject(error) {
      RecordText(
        table: table,
        form: .csv(form),
        bytes: Array(reader.recordBytes),
        start: reader.recordPlace
      )
    } key: {
      run.plan.tables[table].keyCells(of: cells)
    }
  }

  private func cell(
    _ field: Int,
    _ plan: TablePlan,
    _ places: CSVRowPlaces
  ) throws(ImportError) -> Cell {
    let index = columns[field]
    let column = plan.kinds[index]
    // With names from outside a row may end early; see `CSVReader.expects`.
    guard field < reader.fieldCount else { return column.isNotNull ? .absent : .null }
    let bytes = reader.field(field)
    if !reader.wasQuoted(field) {
      if bytes.isEmpty { return column.isNotNull ? .absent : .null }
      if !nullSpellings.isEmpty, nullSpellings.contains(where: { $0.elementsEqual(bytes) }) {
        // Said in so many words, unlike the empty field, so the column's default is no answer.
        guard !column.isNotNull else {
          let place = reader.place(ofField: field)
          throw CellProblem.null.error(plan.column(index), of: plan, at: place)
        }
        return .null
      }
    }
    do {
      return try Cell(csv: bytes, column)
    } catch {
      throw error.error(plan.column(index), of: plan, at: reader.place(ofField: field))
    }
  }

  private func readColumns() throws(ImportError) {
    let plan = run.plan.tables[table]
    let names: [CSVColumn]
    let start = InputPlace(file: reader.source.name, line: 1, column: 1, byteOffset: 0)
    if let given = input.columns {
      names = given.map { CSVColumn(name: $0, place: start) }
      reader.expects(fieldCount: given.count, orFewer: form.mayEndEarly)
    } else {
      names = try reader.readHeader()
      guard !names.isEmpty else {
        throw ImportError(
          .malformedCSV,
          "the input is empty: there is not even a header",
          remedy: "Write the columns' names on the first line, or pass them with --columns",
          place: start
        )
      }
    }
    form.header = names.map(\.name)
    for name in names {
      let index: Int
      do {
        index = try columnIndex(name, plan)
      } catch {
        throw input.columns == nil ? error.hinting(at: names, plan, reader.dialect) : error
      }
      guard !columns.contains(index) else {
        throw ImportError(
          .duplicateKey,
          "two columns of the input mean column \(printable(plan.column(index).name))",
          remedy: "Remove or rename one of them",
          place: name.place
        )
      }
      columns.append(index)
    }
    for index in plan.keyIndexes where !columns.contains(index) {
      throw ImportError(
        .missingValue,
        "the input has no column \(printable(plan.column(index).name)), which is the key of table "
          + printable(plan.name),
        remedy: "Every record needs its key",
        place: names.first?.place ?? start
      )
    }
  }

  private func columnIndex(_ name: CSVColumn, _ plan: TablePlan) throws(ImportError) -> Int {
    guard let index = plan.columnIndex(name.name, among: form.header) else {
      throw .unknownColumn(name.name, of: plan, also: [], at: name.place)
    }
    guard plan.column(index).generation == .none else {
      throw .computedColumn(plan.column(index), of: plan, at: name.place)
    }
    return index
  }
}

/// Finds a column's field again when something is wrong with it.
struct CSVRowPlaces: RowPlaces {
  private let reader: CSVReader
  private let columns: [Int]

  init(_ reader: CSVReader, _ columns: [Int]) {
    self.reader = reader
    self.columns = columns
  }

  var recordPlace: InputPlace { reader.recordPlace }

  func place(ofColumn index: Int) -> InputPlace {
    guard let field = columns.firstIndex(of: index), field < reader.fieldCount else {
      return recordPlace
    }
    return reader.place(ofField: field)
  }
}
