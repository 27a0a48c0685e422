import StateGraphFormats
import StateGraphSQLite

/// Converts the fields of CSV records to values for the columns of a table. All CSV inputs use
/// these rules:
///
/// - A missing field at the end of a record is NULL. The ``FieldRules`` of the request determine
///   which empty fields and which spellings, such as `N/A`, are NULL.
/// - If the column is NOT NULL, an empty or missing field that is NULL means the default of the
///   column. A spelling of NULL is then an error.
final class CSVRowReader {
  /// The list of keys in one field of the current record, such as `swift,linux`. Each key
  /// identifies a nested row.
  struct List {
    let role: MemberRole
    let elements: [JSONValue]
  }

  let reader: CSVReader
  private let header: CSVFieldAssignment
  private let mapping: ResolvedMapping
  private let table: TablePlan
  /// One element for each column of the table: a copy of the column's properties.
  ///
  /// The array is not shared with the writing thread. The two threads would otherwise change the
  /// same reference count for every value, which is slow on two processors.
  private let kinds: [ColumnKind]
  /// One element for each field: the index of the column whose value the field contains.
  ///
  /// The number is negative if the field is ignored, or if it is split into several values.
  private let columnOfField: [Int]
  /// Whether an ``ImportMapping`` changes values or columns of the table.
  let isMapped: Bool
  /// Whether an unquoted text that is not empty can mean NULL.
  private let hasNullSpellings: Bool
  private let hasLabels: Bool
  /// The texts that mean NULL according to the request.
  private let nulls: NullFields
  /// The lists of keys in the current record. The next call of `read` replaces these lists.
  @exclusivity(unchecked) private(set) var lists: [List] = []

  init(
    _ reader: CSVReader,
    header: CSVFieldAssignment,
    mapping: ResolvedMapping,
    rules: FieldRules
  ) {
    self.reader = reader
    self.header = header
    self.mapping = mapping
    table = mapping.table
    kinds = table.kinds.map { kind in
      var kind = kind
      kind.numbers = kind.numbers.reading(reader.marks, under: rules)
      return kind
    }
    nulls = NullFields(rules)
    isMapped = !mapping.isEmpty
    hasLabels = table.labels != nil
    hasNullSpellings = nulls.hasSpellings || isMapped
    reader.skipsEmptyRecords = nulls.leavesOutEmptyRecords
    columnOfField = header.fields.map { if case .column(let column) = $0 { column } else { -1 } }
  }

  /// Converts the fields of the current record, and stores the results in `cells`.
  ///
  /// - Parameter cells: One element for each column of the table. Pass the same array for every
  ///   record to avoid memory allocations.
  func read(into cells: inout [Cell]) throws(ImportError) {
    if isMapped {
      mapping.use?.noteRecord()
      for index in cells.indices { cells[index] = .absent }
      lists.removeAll(keepingCapacity: true)
    }
    for field in header.unnamed where field < reader.fieldCount && !reader.field(field).isEmpty {
      throw .valueWithoutName(field + 1, of: table, at: reader.place(ofField: field))
    }
    for field in columnOfField.indices {
      let column = columnOfField[field]
      if column >= 0 {
        cells[column] = try cell(field, column: column)
      } else if case .split(let number) = header.fields[field] {
        try readSplit(header.splits[number], field: field, cells: &cells)
      }
    }
    guard isMapped else { return }
    for constant in mapping.constants where !cells[constant.column].hasValue {
      cells[constant.column] = constant.cell
    }
  }

  private func cell(_ field: Int, column: Int) throws(ImportError) -> Cell {
    let kind = kinds[column]
    guard field < reader.fieldCount else { return kind.isNotNull ? .absent : .null }
    let bytes = reader.field(field)
    if isMapped, let cell = mapping.value(for: bytes, column: column) { return cell }
    if bytes.isEmpty {
      if isNull(emptyField: field, column) { return kind.isNotNull ? .absent : .null }
    } else if hasNullSpellings, !reader.wasQuoted(field), isNull(bytes, column: column) {
      // In a NOT NULL column, an empty field means the default. A spelling of NULL asks for NULL
      // explicitly, so it is an error.
      guard !kind.isNotNull else { throw error(.null, field: field, column: column) }
      return .null
    }
    if isMapped, mapping.hasDate(column), !bytes.isEmpty {
      let text = String(decoding: bytes, as: UTF8.self)
      return try mapping.cell(text, of: column, at: reader.place(ofField: field))
    }
    if hasLabels,
      let cell = try table.labelCell(bytes, column: column, at: reader.place(ofField: field))
    {
      return cell
    }
    do {
      return try Cell(csv: bytes, kind)
    } catch {
      throw self.error(error, field: field, column: column)
    }
  }

  private func readSplit(
    _ split: TextSplit,
    field: Int,
    cells: inout [Cell]
  ) throws(ImportError) {
    guard field < reader.fieldCount else { return }
    let bytes = reader.field(field)
    let isQuoted = reader.wasQuoted(field)
    guard
      bytes.isEmpty ? nulls.meaning(ofEmptyField: isQuoted) != .null : isQuoted || !isNull(bytes)
    else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    switch split.target {
    case .columns(let columns):
      let place = { [reader] in reader.place(ofField: field) }
      for piece in try split.pieces(of: text, for: columns, at: place()) {
        mapping.noteUse(ofColumn: piece.column)
        let isNull = mapping.hasNullSpelling(piece.text, column: piece.column)
        cells[piece.column] =
          try mapping.cell(isNull ? "" : piece.text, of: piece.column, at: place())
      }
    case .list(_, let role, let key):
      let place = TextPlace(reader.place(ofField: field))
      lists.append(List(role: role, elements: split.elements(of: text, key: key, at: place)))
    }
  }

  private func isNull(_ bytes: UnsafeRawBufferPointer) -> Bool { nulls.contains(bytes) }

  private func isNull(emptyField field: Int, _ column: Int) -> Bool {
    switch nulls.meaning(ofEmptyField: reader.wasQuoted(field)) {
    case .null: true
    case .text: isMapped && mapping.hasNullSpelling("", column: column)
    case .textIfPossible:
      !kinds[column].mayBeEmptyText || isMapped && mapping.hasNullSpelling("", column: column)
    }
  }

  private func isNull(_ bytes: UnsafeRawBufferPointer, column: Int) -> Bool {
    isNull(bytes) || isMapped && mapping.hasNullSpelling(bytes, column: column)
  }

  private func error(_ problem: CellProblem, field: Int, column: Int) -> ImportError {
    problem.error(table.column(column), of: table, at: reader.place(ofField: field))
  }
}

extension CSVRowReader: CSVRowSource {
  func next(into cells: inout [Cell]) throws(ImportError) -> Bool {
    guard try reader.next() else { return false }
    try read(into: &cells)
    return true
  }

  func goOn(behind error: ImportError) -> Bool { reader.goOn(behind: error) }

  func place(ofColumn index: Int) -> InputPlace {
    guard let field = fieldOfColumn[index], field < reader.fieldCount else { return recordPlace }
    return reader.place(ofField: field)
  }

  /// One element for each column of the table: the index of the field that contains the column's
  /// value. Nil if no field contains it.
  var fieldOfColumn: [Int?] { header.fieldOfColumn }
  var strayQuotes: StrayQuotes { reader.strayQuotes }
  var recordPlace: InputPlace { reader.recordPlace }
  var recordBytes: UnsafeRawBufferPointer { reader.recordBytes }
  var file: String { reader.file }
  var bytesRead: Int64 { reader.bytesRead }
  var position: RecordPosition { reader.position }
  var readsTextAsItLies: Bool { reader.readsTextAsItLies }
}

extension TextPlace {
  fileprivate init(_ place: InputPlace) {
    self.init(byteOffset: place.byteOffset, line: place.line, column: place.column)
  }
}
