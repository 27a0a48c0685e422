import StateGraphFormats
import StateGraphSQLite

/// Reads CSV records of which a mapping makes more than a row: as JSON records, so that all of them
/// go the same way from there on. Slower than the plain way by the trees that it builds.
final class CSVRecordReader: RecordReader {
  private let reader: CSVReader
  private let mapping: ResolvedMapping
  private let nullSpellings: [String]
  private var fields: [Field] = []
  /// The names in the header that are left out.
  private(set) var ignored: [String] = []
  private var hasRecord = false
  private var csvForm: CSVForm

  private enum Field {
    case ignored
    case column(Int)
    case split(ResolvedMapping.Split)

    var columns: [Int] {
      switch self {
      case .ignored: return []
      case .column(let column): return [column]
      case .split(let split):
        guard case .columns(let columns) = split.target else { return [] }
        return columns
      }
    }
  }

  var file: String { reader.file }
  var bytesRead: Int64 { reader.bytesRead }
  var readsTextAsItLies: Bool { reader.readsTextAsItLies }
  var position: RecordPosition { reader.position }
  var canContinue: Bool { reader.canContinue }
  var recordPlace: InputPlace? { hasRecord ? reader.recordPlace : nil }
  var recordBytes: UnsafeRawBufferPointer { reader.recordBytes }
  var recordKey: JSONRecordKey? { nil }
  var form: RecordForm { .csv(csvForm) }

  func resynchronise(after error: ImportError) -> Bool { reader.goOn(behind: error) }

  /// Reads the header.
  init(
    _ csv: CSVSource,
    _ mapping: ResolvedMapping,
    nullSpellings: [String]
  ) throws(ImportError) {
    reader = csv.reader()
    csvForm = csv.form
    self.mapping = mapping
    self.nullSpellings = nullSpellings
    try readFields(csv)
  }

  func next() throws(ImportError) -> JSONValue? {
    hasRecord = true
    guard try reader.next() else { return nil }
    mapping.use?.noteRecord()
    let places = reader.fieldPlaces()
    var members: [JSONMember] = []
    for (index, field) in fields.enumerated() where index < reader.fieldCount {
      let place = places[index]
      switch field {
      case .ignored: continue
      case .column(let column):
        let value = JSONValue(try content(index, column, place), at: place)
        let name = mapping.table.column(column).name
        members.append(JSONMember(key: name, keyPlace: place, value: value))
      case .split(let split):
        let text = String(decoding: reader.field(index), as: UTF8.self)
        let isNull =
          !reader.wasQuoted(index) && (text.isEmpty || nullSpellings.containsExactly(text))
        let value = JSONValue(isNull ? .null : .string(text), at: place)
        let member = JSONMember(key: "", keyPlace: place, value: value)
        members += try mapping.parts(of: member, split, in: file)
      }
    }
    let start = reader.recordPlace
    let place = JSONPlace(byteOffset: start.byteOffset, line: start.line, column: start.column)
    mapping.addConstants(to: &members, at: place)
    return JSONValue(.object(members), at: place)
  }

  /// The same answers as those of the plain way: see `CSVImport`.
  private func content(
    _ index: Int,
    _ column: Int,
    _ place: JSONPlace
  ) throws(ImportError) -> JSONValue.Content {
    let text = String(decoding: reader.field(index), as: UTF8.self)
    if reader.wasQuoted(index) {
      return text.isEmpty
        ? .string("") : try mapping.typed(text, of: column, at: place.inFile(file))
    }
    if text.isEmpty { return .null }
    let schema = mapping.table.column(column)
    if nullSpellings.containsExactly(text) || mapping.hasNullSpelling(text, column: column) {
      guard !schema.isNotNull else {
        throw CellProblem.null.error(schema, of: mapping.table, at: place.inFile(file))
      }
      return .null
    }
    return try mapping.typed(text, of: column, at: place.inFile(file))
  }

  private func readFields(_ csv: CSVSource) throws(ImportError) {
    let table = mapping.table
    let start = InputPlace(file: file, line: 1, column: 1, byteOffset: 0)
    let names: [CSVColumn]
    if let given = csv.outsideNames {
      names = given.map { CSVColumn(name: $0, place: start) }
      reader.expects(fieldCount: given.count, orFewer: csv.mayEndEarly)
    } else {
      names = try reader.readHeader()
      guard !names.isEmpty else { throw .noHeader(at: start) }
    }
    csvForm.header = names.map(\.name)
    var columns: [Int] = []
    for name in names {
      let field = try field(name, names, csv)
      fields.append(field)
      for column in field.columns {
        guard !columns.contains(column) else {
          throw .repeatedColumn(table.column(column), at: name.place)
        }
        columns.append(column)
      }
    }
    columns += mapping.constants.map(\.column)
    for index in table.keyIndexes where !columns.contains(index) {
      throw .missingKeyColumn(table.column(index), of: table, at: names.first?.place ?? start)
    }
  }

  private func field(
    _ name: CSVColumn,
    _ names: [CSVColumn],
    _ csv: CSVSource
  ) throws(ImportError) -> Field {
    let given = ExactName(name.name)
    if mapping.ignored.contains(given) {
      mapping.use?.note(.ignore, name.name)
      ignored.append(name.name)
      return .ignored
    }
    if let split = mapping.splits[given] {
      mapping.use?.note(.split, name.name)
      return .split(split)
    }
    let renamed = mapping.renames[given]
    if renamed != nil { mapping.use?.note(.rename, name.name) }
    guard let column = mapping.column(named: name.name, among: csvForm.header) else {
      guard mapping.ignoresUnknown else {
        let new = renamed ?? name.name
        let error = ImportError.unknownColumn(new, of: mapping.table, also: [], at: name.place)
        throw csv.outsideNames == nil ? error.hinting(at: names, mapping.table, csv.dialect) : error
      }
      ignored.append(name.name)
      return .ignored
    }
    guard mapping.table.column(column).generation == .none else {
      throw .computedColumn(mapping.table.column(column), of: mapping.table, at: name.place)
    }
    mapping.noteUse(ofColumn: column)
    return .column(column)
  }
}
