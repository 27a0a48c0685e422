import StateGraphSQLite

/// Reads one CSV input into one table.
final class CSVImport {
  private let run: ImportRun
  private let table: Int
  private let reader: CSVReader
  private let input: ImportInput
  private let nullSpellings: [[UInt8]]
  /// The table's column for each field.
  private var columns: [Int] = []

  init(_ csv: CSVSource, _ input: ImportInput, table: Int, in run: ImportRun) {
    self.run = run
    self.table = table
    var input = input
    input.columns = csv.outsideNames
    self.input = input
    nullSpellings = run.request.nullSpellings.map { Array($0.utf8) }
    reader = csv.reader()
  }

  func importRecords() throws(ImportError) {
    try readColumns()
    let plan = run.plan.tables[table]
    let places = CSVRowPlaces(reader, columns)
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    while try reader.next() {
      for field in columns.indices {
        cells[columns[field]] = try cell(field, plan, places)
      }
      let outcome = try run.store(&cells, in: table, as: .record, places)
      try run.didStoreRecord(cells, outcome, in: table, places)
      try run.didReadRecord(from: reader.source)
    }
    try run.didFinish(reader.source)
  }

  private func cell(
    _ field: Int,
    _ plan: TablePlan,
    _ places: CSVRowPlaces
  ) throws(ImportError) -> Cell {
    let column = plan.column(columns[field])
    // With names from outside a row may end early; see `CSVReader.allowsMissingFields`.
    guard field < reader.fieldCount else { return column.isNotNull ? .absent : .null }
    let bytes = reader.field(field)
    if !reader.wasQuoted(field) {
      if bytes.isEmpty { return column.isNotNull ? .absent : .null }
      if !nullSpellings.isEmpty, nullSpellings.contains(where: { $0.elementsEqual(bytes) }) {
        // Said in so many words, unlike the empty field, so the column's default is no answer.
        guard !column.isNotNull else {
          throw CellProblem.null.error(column, of: plan, at: reader.place(ofField: field))
        }
        return .null
      }
    }
    do {
      return try Cell(csv: bytes, column)
    } catch {
      throw error.error(column, of: plan, at: reader.place(ofField: field))
    }
  }

  private func readColumns() throws(ImportError) {
    let plan = run.plan.tables[table]
    let names: [CSVColumn]
    let start = InputPlace(file: reader.source.name, line: 1, column: 1, byteOffset: 0)
    if let given = input.columns {
      names = given.map { CSVColumn(name: $0, place: start) }
      reader.allowsMissingFields(outOf: given.count)
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
    guard let index = plan.columnIndex(name.name) else {
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
