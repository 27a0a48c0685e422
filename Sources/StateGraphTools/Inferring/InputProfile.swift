import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads one input to its end, and collects statistics about its records.
struct InputProfile {
  /// The name of the table for the records of the input.
  let table: String
  private let input: ImportInput
  private let nullSpellings: [[UInt8]]
  private let area: StagingArea
  private let source: ByteSource
  private let format: ImportFormat

  /// Opens the input.
  ///
  /// - Throws: The errors of opening. `.cannotSniff` or `.unknownTable` if the format or the table
  ///   cannot be determined from the name of the input.
  init(input: ImportInput, nullSpellings: [[UInt8]], area: StagingArea) throws(ImportError) {
    (self.input, self.nullSpellings, self.area) = (input, nullSpellings, area)
    source = try ByteSource(path: input.path, encoding: input.encoding)
    guard let format = input.format ?? ImportFormat(path: input.path) else {
      throw ImportError(
        .cannotSniff,
        "\(source.name): the name does not determine the format",
        remedy: "Pass --format csv, tsv, json or jsonl"
      )
    }
    self.format = format
    guard let table = input.table ?? Self.stem(input.path) else {
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

  /// Creates the statistics for the records of a table, for the first input of this table.
  func makeShape() throws(ImportError) -> RecordShape {
    try RecordShape(.root, named: table, at: start, in: area)
  }

  /// Reads the input to its end, and adds its records to `shape`.
  ///
  /// - Throws: The errors of the readers.
  func run(into shape: RecordShape) throws(ImportError) {
    switch format {
    case .csv, .tsv: try readFields(into: shape)
    default: try JSONProfile(source, input, isDocument: format == .json).run(into: shape)
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
    // Another input of the same table may have other columns, or the same ones in another order.
    var columns: [Int] = []
    if let given = input.columns {
      for name in given { columns.append(try shape.column(name, at: shape.place)) }
      reader.expects(fieldCount: given.count, orFewer: true)
    } else {
      for column in try reader.readHeader() {
        columns.append(try shape.column(column.name, at: column.place))
      }
    }
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    while try reader.next() {
      let places = reader.fieldPlaces()
      for (index, column) in columns.enumerated() {
        values[column] = .null
        guard index < reader.fieldCount else { continue }
        let field = reader.field(index)
        if !reader.wasQuoted(index) {
          if field.isEmpty { continue }
          if nullSpellings.contains(where: { $0.elementsEqual(field) }) { continue }
        }
        values[column] = shape.observe(
          field: field,
          column: column,
          at: places[index].inFile(reader.source.name)
        )
      }
      try shape.add(values, isBare: false, parentRow: nil, position: 0)
    }
    let quotes = reader.strayQuotes
    if let first = quotes.first { shape.noteStrayQuotes(quotes.count, at: first) }
  }

  /// Returns the file name up to the first dot, such as `posts` for `data/posts.csv`.
  ///
  /// Returns nil for standard input, which has no name.
  private static func stem(_ path: String) -> String? {
    guard path != "-", let name = path.split(separator: "/").last else { return nil }
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? nil : String(stem)
  }
}
