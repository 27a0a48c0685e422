import StateGraphFormats
import StateGraphSQLite

/// Maps each field of a CSV input to a column of the table.
///
/// The names of the fields come from the header or from the request.
struct CSVFieldAssignment {
  /// How the import uses one CSV field.
  enum Field {
    case ignored
    /// The field is the value of the column with this index.
    case column(Int)
    /// The field contains several values in one text, such as `swift,linux`. The number is the
    /// index, in `splits`, of the rule that splits the text.
    case split(Int)
  }

  /// The names of all fields in the order of the input, before the mapping renames them.
  let names: [String]
  /// The names as they are stored with the text of a rejected record. A field without a name has an
  /// empty one.
  let storedNames: [String]
  /// The indices of the fields without a name for which the table has no column. They must be empty
  /// in all records.
  private(set) var unnamed: [Int] = []
  private(set) var fields: [Field] = []
  private(set) var splits: [TextSplit] = []
  /// The names of the fields that are not imported. The summary of the input lists them.
  private(set) var ignored: [String] = []
  /// One element for each column of the table: the index of the field that contains the column's
  /// value. Nil if no field contains it.
  private(set) var fieldOfColumn: [Int?]

  private let mapping: ResolvedMapping

  /// Finds the column of each field. Reads the header, unless the request contains the names.
  ///
  /// - Parameter madeKey: The index of the key column for which the import makes values, so that it
  ///   needs no field. Nil if there is no such column.
  /// - Throws: An error if a name is unknown, if two fields have the same column, or if another
  ///   column of the primary key has neither a field nor a constant value.
  init(
    _ csv: CSVSource,
    reader: CSVReader,
    mapping: ResolvedMapping,
    madeKey: Int?
  ) throws(ImportError) {
    self.mapping = mapping
    let table = mapping.table
    let start = InputPlace(file: reader.source.name, line: 1, column: 1, byteOffset: 0)
    let columns: [CSVColumn]
    if let given = csv.outsideNames {
      columns = given.enumerated().map { index, name in
        guard name.isEmpty, !mapping.knows("") else { return CSVColumn(name: name, place: start) }
        let made = CSVColumn.name(ofColumn: index + 1)
        return CSVColumn(name: made, place: start, isUnnamed: true)
      }
      reader.expects(fieldCount: given.count, orFewer: csv.mayEndEarly)
    } else {
      columns = try reader.readHeader()
      guard !columns.isEmpty else { throw .noHeader(at: start) }
    }
    names = columns.map(\.name)
    storedNames = columns.map { $0.isUnnamed ? "" : $0.name }
    fieldOfColumn = [Int?](repeating: nil, count: table.schema.columns.count)
    for (index, column) in columns.enumerated() {
      do {
        try append(try field(column), index: index, at: column.place)
      } catch {
        throw csv.outsideNames == nil
          ? error.addingHint(columns, mapping: mapping, csv: csv) : error
      }
    }
    for index in table.keyIndexes
    where fieldOfColumn[index] == nil && index != madeKey
      && !mapping.constants.contains(where: { $0.column == index })
    {
      let place = columns.first?.place ?? start
      throw .missingKeyColumn(table.column(index), of: table, at: place)
    }
  }

  /// Whether at least one field contains a list of keys, such as `swift,linux`.
  ///
  /// The import writes a nested row for each key in the list.
  var hasLists: Bool {
    splits.contains { if case .list = $0.target { true } else { false } }
  }

  private mutating func append(
    _ field: Field,
    index: Int,
    at place: InputPlace
  ) throws(ImportError) {
    fields.append(field)
    for column in columns(of: field) {
      guard fieldOfColumn[column] == nil else {
        throw .repeatedColumn(mapping.table.column(column), at: place)
      }
      fieldOfColumn[column] = index
    }
  }

  private func columns(of field: Field) -> [Int] {
    switch field {
    case .ignored: return []
    case .column(let column): return [column]
    case .split(let number):
      guard case .columns(let columns) = splits[number].target else { return [] }
      return columns
    }
  }

  private mutating func field(_ name: CSVColumn) throws(ImportError) -> Field {
    if mapping.ignores(name.name) {
      ignored.append(name.name)
      return .ignored
    }
    if let split = mapping.split(name.name) {
      splits.append(split)
      return .split(splits.count - 1)
    }
    let renamed = mapping.renamed(name.name)
    let table = mapping.table
    guard let column = mapping.column(named: name.name, among: names) else {
      guard mapping.ignoresUnknown else {
        if name.isUnnamed {
          unnamed.append(fields.count)
          return .ignored
        }
        throw .unknownColumn(renamed ?? name.name, of: table, also: [], at: name.place)
      }
      ignored.append(name.name)
      return .ignored
    }
    guard table.column(column).generation == .none else {
      throw .computedColumn(table.column(column), of: table, at: name.place)
    }
    mapping.noteUse(ofColumn: column)
    return .column(column)
  }
}
