import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads one input of an inference to its end, and adds its records to the statistics of a table.
struct InputProfile {
  /// The name of the table that the records of the input belong to.
  let table: String
  private let input: ImportInput
  private let nullSpellings: [[UInt8]]
  private let skipsBadRecords: Bool
  private let mapping: MappedRecords?
  private let area: StagingArea
  private let source: ByteSource
  private let format: ImportFormat

  /// Opens the input and determines its format.
  ///
  /// - Throws: The errors of opening a file. `ImportError` with the code `.unknownTable` if the
  ///   name of the input does not determine the table.
  init(
    input: ImportInput,
    nullSpellings: [[UInt8]],
    skipsBadRecords: Bool,
    mapping: MappedRecords?,
    area: StagingArea
  ) throws(ImportError) {
    (self.input, self.nullSpellings, self.area) = (input, nullSpellings, area)
    (self.skipsBadRecords, self.mapping) = (skipsBadRecords, mapping)
    source = try ByteSource(path: input.path, encoding: input.encoding)
    format = input.format ?? ImportFormat(path: input.path) ?? ImportFormat(sniffing: source)
    guard let table = input.tableName else {
      throw ImportError(
        .unknownTable,
        "\(source.name): the name does not determine the table of the records",
        remedy: "Pass --table"
      )
    }
    self.table = table
  }

  private var start: InputPlace {
    InputPlace(file: source.name, line: 1, column: 1, byteOffset: 0)
  }

  /// Creates empty statistics for the records of the table. The inference calls this for the first
  /// input of each table.
  func makeShape() throws(ImportError) -> RecordShape {
    try RecordShape(.root, named: table, at: start, in: area)
  }

  /// Reads the input to its end, and adds its records to `shape`, the statistics of the table.
  ///
  /// - Throws: The errors of the readers. Also an `ImportError` if the input has no records.
  func run(into shape: RecordShape) throws(ImportError) {
    switch format {
    case .csv, .tsv: try readFields(into: shape)
    default:
      let profile = JSONProfile(
        source,
        input,
        isDocument: format == .json,
        skipsBadRecords: skipsBadRecords,
        mapping: mapping
      )
      try profile.run(into: shape)
    }
    guard !shape.columns.isEmpty || !shape.children.isEmpty else {
      throw ImportError(
        .malformedCSV,
        "the input is empty: it has no records to infer a table from",
        remedy: "Pass a file with records",
        place: start
      )
    }
  }

  private func readFields(into shape: RecordShape) throws(ImportError) {
    let reader = try CSVSource(
      source,
      input.dialect,
      format,
      outsideNames: input.columns,
      isColumn: { shape.columnIndex($0) != nil }
    ).reader()
    if let mapping, mapping.hasTable(table) {
      return try readFields(reader, mapping, into: shape)
    }
    // The columns are found by name: another input of the same table can have other columns, or the
    // same columns in another order.
    var columns: [Int] = []
    if let given = input.columns {
      for name in given { columns.append(try shape.column(name, at: shape.place)) }
      reader.expects(fieldCount: given.count, orFewer: input.fillsShortRows)
    } else {
      for column in try reader.readHeader() {
        columns.append(try shape.column(column.name, at: column.place))
      }
    }
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    while try next(reader, shape) {
      let places = reader.fieldPlaces()
      for (index, column) in columns.enumerated() {
        values[column] = .null
        guard index < reader.fieldCount else { continue }
        let field = reader.field(index)
        if isNull(field, isQuoted: reader.wasQuoted(index)) { continue }
        values[column] = shape.observe(
          field: field,
          column: column,
          at: places[index].inFile(reader.source.name)
        )
      }
      try shape.add(values, parentRow: nil, position: 0)
    }
    noteStrayQuotes(of: reader, shape)
  }

  private func noteStrayQuotes(of reader: CSVReader, _ shape: RecordShape) {
    let quotes = reader.strayQuotes
    if let first = quotes.first { shape.noteStrayQuotes(quotes.count, at: first) }
  }

  private func isNull(_ field: UnsafeRawBufferPointer, isQuoted: Bool) -> Bool {
    guard !isQuoted else { return false }
    return field.isEmpty || nullSpellings.contains { $0.elementsEqual(field) }
  }

  /// Reads the records of a CSV input whose table has a mapping. A mapping can make several columns
  /// or a list of one field. Each record therefore becomes a JSON object with its fields as
  /// members.
  private func readFields(
    _ reader: CSVReader,
    _ mapping: MappedRecords,
    into shape: RecordShape
  ) throws(ImportError) {
    var names = input.columns ?? []
    if names.isEmpty {
      names = try reader.readHeader().map(\.name)
    } else {
      reader.expects(fieldCount: names.count, orFewer: input.fillsShortRows)
    }
    let file = reader.source.name
    let profile = RecordProfile(file: file, isOfFields: true)
    while try next(reader, shape) {
      let places = reader.fieldPlaces()
      let start = places.first ?? TextPlace(byteOffset: 0, line: 1, column: 1)
      var quoted = [Bool](repeating: false, count: names.count)
      let members = names.enumerated().map { index, name -> JSONMember in
        let place = index < reader.fieldCount ? places[index] : start
        guard index < reader.fieldCount else {
          return JSONMember(key: name, keyPlace: place, value: JSONValue(.null, at: place))
        }
        let field = reader.field(index)
        quoted[index] = reader.wasQuoted(index)
        let content: JSONValue.Content =
          isNull(field, isQuoted: quoted[index])
          ? .null : .string(String(decoding: field, as: UTF8.self))
        return JSONMember(key: name, keyPlace: place, value: JSONValue(content, at: place))
      }
      do {
        let record = try mapping.mapped(
          members,
          quoted: quoted,
          of: table,
          at: start,
          in: file
        )
        try profile.add(record, to: shape)
      } catch {
        guard skipsBadRecords, error.concernsOneRecord else { throw error }
        shape.noteBadRecord(error)
      }
    }
    noteStrayQuotes(of: reader, shape)
  }

  /// Moves the reader to the next record. Bad records are noted and left out if the request allows
  /// it. Returns false at the end of the input.
  private func next(_ reader: CSVReader, _ shape: RecordShape) throws(ImportError) -> Bool {
    while true {
      do {
        return try reader.next()
      } catch {
        guard skipsBadRecords, error.concernsOneRecord, reader.goOn(behind: error) else {
          throw error
        }
        shape.noteBadRecord(error)
      }
    }
  }
}
