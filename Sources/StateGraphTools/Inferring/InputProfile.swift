import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads one input to its end, and collects statistics about its records.
struct InputProfile {
  let input: ImportInput
  let nullSpellings: [[UInt8]]
  let area: StagingArea

  /// Reads the input to its end.
  ///
  /// - Returns: The statistics and values of the input's records.
  /// - Throws: The errors of the readers. `.cannotSniff` or `.unknownTable` if the format or the
  ///   table cannot be determined from the name of the input.
  func run() throws(ImportError) -> RecordShape {
    let source = try ByteSource(path: input.path)
    guard let format = input.format ?? ImportFormat(path: input.path) else {
      throw ImportError(
        .cannotSniff,
        "\(source.name): the name does not determine the format",
        remedy: "Pass --format csv, tsv, json or jsonl"
      )
    }
    guard let table = input.table ?? Self.stem(input.path) else {
      throw ImportError(
        .unknownTable,
        "\(source.name): the name does not determine the table of the records",
        remedy: "Pass --table"
      )
    }
    let start = InputPlace(file: source.name, line: 1, column: 1, byteOffset: 0)
    let shape = try RecordShape(.root, named: table, at: start, in: area)
    switch format {
    case .csv, .tsv: try readFields(source, format, into: shape)
    default: try JSONProfile(source, root: input.root).run(into: shape)
    }
    guard !shape.columns.isEmpty || !shape.children.isEmpty else {
      throw ImportError(
        .malformedCSV,
        "the input is empty: it has no records to infer a table from",
        remedy: "Pass a file with records",
        place: start
      )
    }
    return shape
  }

  private func readFields(
    _ source: ByteSource,
    _ format: ImportFormat,
    into shape: RecordShape
  ) throws(ImportError) {
    let reader = try CSVSource(
      source,
      input.dialect,
      format,
      outsideNames: input.columns,
      isColumn: { _ in false }
    ).reader()
    if let given = input.columns {
      for name in given { _ = try shape.column(name, at: shape.place) }
      reader.expects(fieldCount: given.count, orFewer: true)
    } else {
      for column in try reader.readHeader() { _ = try shape.column(column.name, at: column.place) }
    }
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    while try reader.next() {
      let places = reader.fieldPlaces()
      for index in values.indices {
        values[index] = .null
        guard index < reader.fieldCount else { continue }
        let field = reader.field(index)
        if !reader.wasQuoted(index) {
          if field.isEmpty { continue }
          if nullSpellings.contains(where: { $0.elementsEqual(field) }) { continue }
        }
        values[index] = shape.observe(
          field: field,
          column: index,
          at: places[index].inFile(reader.source.name)
        )
      }
      try shape.add(values, isBare: false, parentRow: nil, position: 0)
    }
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
