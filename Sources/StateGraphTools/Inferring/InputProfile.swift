import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads one input of an inference to its end, and adds its records to the statistics of a table.
struct InputProfile {
  /// The name of the table that the records of the input belong to.
  let table: String
  private let input: ImportInput
  private let rules: FieldRules
  private let nulls: NullFields
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
    rules: FieldRules,
    skipsBadRecords: Bool,
    mapping: MappedRecords?,
    area: StagingArea
  ) throws(ImportError) {
    (self.input, self.rules, self.area) = (input, rules, area)
    nulls = NullFields(rules)
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

  /// Whether the values of the records need not be stored before a query needs them: the input is
  /// delimited text, which can be read again, and no record has nested ones.
  var mayBeReadAgain: Bool {
    [.csv, .tsv].contains(format) && source.totalBytes != nil && input.path != "-"
      && mapping?.hasTable(table) != true
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
        input: input,
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
    let csv = try CSVSource(
      source,
      request: input.dialect,
      format: format,
      outsideNames: input.columns,
      hasHeader: input.hasHeader,
      isColumn: { [mapping, table] name in
        shape.columnIndex(name) != nil || mapping?.hasRule(for: name, inTable: table) == true
      }
    )
    let reader = csv.reader()
    shape.noteFractions(csv.marks.commasMayBeFractions)
    shape.numbers = shape.numbers.reading(csv.marks, under: rules)
    if let mapping, mapping.hasTable(table) {
      return try readFields(reader, mapping: mapping, into: shape)
    }
    // The columns are found by name: another input of the same table can have other columns, or the
    // same columns in another order.
    var columns: [Int] = []
    let (names, isFirst) = try columnsOfFields(reader, shape: shape)
    var isAtRecord = isFirst
    for column in names {
      columns.append(try shape.column(column.name, at: column.place))
      if column.isUnnamed { shape.noteUnnamed(column: columns[columns.count - 1]) }
    }
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    var hasUnquotedField = false
    defer { shape.hasUnquotedField = shape.hasUnquotedField || hasUnquotedField }
    while true {
      if !isAtRecord { guard try next(reader, shape: shape) else { break } }
      isAtRecord = false
      if input.columns != nil, shape.rowCount == 0 {
        noteNames(names, reader: reader, shape: shape)
      }
      for (index, column) in columns.enumerated() {
        values[column] = .null
        guard index < reader.fieldCount else { continue }
        let field = reader.field(index)
        let isQuoted = reader.wasQuoted(index)
        if !isQuoted { hasUnquotedField = true }
        if isNull(field, isQuoted: isQuoted) { continue }
        if field.isEmpty, nulls.meaning(ofEmptyField: isQuoted) == .textIfPossible {
          values[column] = shape.observeEmptyField(
            column: column,
            at: reader.place(ofField: index)
          )
          continue
        }
        values[column] = shape.observe(
          field: field,
          isQuoted: isQuoted,
          column: column,
          at: reader.place(ofField: index)
        )
      }
      try shape.add(values, parentRow: nil, position: 0)
    }
    noteStrayQuotes(of: reader, shape)
  }

  /// Returns the columns of the fields. Without a header, they are the names of the request, or the
  /// numbers of the fields in the first record.
  ///
  /// - Returns: The columns, and whether the reader has already moved to the first record.
  private func columnsOfFields(
    _ reader: CSVReader,
    shape: RecordShape
  ) throws(ImportError) -> ([CSVColumn], isAtRecord: Bool) {
    defer { reader.skipsEmptyRecords = nulls.leavesOutEmptyRecords }
    if let given = input.columns {
      reader.expects(fieldCount: given.count, orFewer: input.fillsShortRows)
      return (given.map { CSVColumn(name: $0, place: shape.place) }, false)
    }
    guard !input.hasHeader else {
      let header = try reader.readHeader()
      for column in header where column.name.withoutBlanks != nil { shape.noteBlankName(column) }
      shape.numberInHeader = shape.numberInHeader ?? header.first { Self.isNumber($0.name) }?.place
      return (header, false)
    }
    guard try next(reader, shape: shape) else { return ([], false) }
    let names = (0..<reader.fieldCount).map { index in
      CSVColumn(name: CSVColumn.name(ofColumn: index + 1), place: reader.place(ofField: index))
    }
    return (names, true)
  }

  /// Returns whether a name in the header is a number that is no year, or the mark of NULL, so that
  /// the header is probably a record.
  private static func isNumber(_ name: String) -> Bool {
    if name == "\\N" { return true }
    guard let first = name.utf8.first, first &- 48 < 10 || first == UInt8(ascii: "-"),
      let number = Double(name)
    else { return false }
    return number != number.rounded() || !(1_000..<3_000).contains(number)
  }

  /// Notes if half of the fields in the first record are the given names, so that the record is
  /// probably a header.
  private func noteNames(_ names: [CSVColumn], reader: CSVReader, shape: RecordShape) {
    let same = names.indices.filter { index in
      index < reader.fieldCount
        && names[index].name.isSameName(as: String(decoding: reader.field(index), as: UTF8.self))
    }
    if same.count * 2 >= names.count { shape.headerBelowNames = reader.recordPlace }
  }

  private func noteStrayQuotes(of reader: CSVReader, _ shape: RecordShape) {
    shape.note(reader.strayQuotes)
  }

  private func isNull(_ field: UnsafeRawBufferPointer, isQuoted: Bool) -> Bool {
    if field.isEmpty { return nulls.meaning(ofEmptyField: isQuoted) == .null }
    return !isQuoted && nulls.contains(field)
  }

  /// Reads the records of a CSV input whose table has a mapping. A mapping can make several columns
  /// or a list of one field. Each record therefore becomes a JSON object with its fields as
  /// members.
  private func readFields(
    _ reader: CSVReader,
    mapping: MappedRecords,
    into shape: RecordShape
  ) throws(ImportError) {
    let (columns, isFirst) = try columnsOfFields(reader, shape: shape)
    var isAtRecord = isFirst
    let file = reader.source.name
    let profile = RecordProfile(file: file, fields: nulls)
    while true {
      if !isAtRecord { guard try next(reader, shape: shape) else { break } }
      isAtRecord = false
      let places = reader.fieldPlaces()
      let start = places.first ?? TextPlace(byteOffset: 0, line: 1, column: 1)
      var quoted: [Bool] = []
      var members: [JSONMember] = []
      for (index, column) in columns.enumerated() {
        let place = index < reader.fieldCount ? places[index] : start
        let content = index < reader.fieldCount ? self.content(of: index, reader) : .null
        // A column without a name and without values is not a column of the table.
        if column.isUnnamed, content == .null { continue }
        quoted.append(index < reader.fieldCount && reader.wasQuoted(index))
        let value = JSONValue(content, at: place)
        members.append(JSONMember(key: column.name, keyPlace: place, value: value))
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

  private func content(of field: Int, _ reader: CSVReader) -> JSONValue.Content {
    let text = reader.field(field)
    return isNull(text, isQuoted: reader.wasQuoted(field))
      ? .null : .string(String(decoding: text, as: UTF8.self))
  }

  /// Moves the reader to the next record. Bad records are noted and left out if the request allows
  /// it. Returns false at the end of the input.
  private func next(_ reader: CSVReader, shape: RecordShape) throws(ImportError) -> Bool {
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
