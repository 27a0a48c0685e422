import StateGraphFormats
import StateGraphSQLite

/// The records at one position of an input: the top-level records, the objects in one member, or
/// the elements of one array. A staging table holds their values.
final class RecordShape {
  enum Role {
    /// The top-level records of an input.
    case root
    /// A member that is an object in records of the enclosing shape.
    case object
    /// A member that is an array in records of the enclosing shape. Its elements are the records.
    case array
  }

  /// The largest number of columns. SQLite allows 2,000, but more than 1,000 probably mean that the
  /// input was misinterpreted.
  static let maximumColumns = 1_000

  let role: Role
  /// The name of the table for top-level records; otherwise the name of the member in the input.
  let name: String
  let place: InputPlace
  private(set) weak var parent: RecordShape?
  let staging: StagingTable
  private(set) var columns: [ColumnProfile] = []
  private var columnIndexes: [ExactName: Int] = [:]
  private(set) var children: [RecordShape] = []
  private var childIndexes: [ExactName: Int] = [:]
  /// The number of records of this shape.
  private(set) var rowCount: Int64 = 0
  /// The number of records with only one member. Such a record may be just a key that refers to a
  /// row described elsewhere.
  private(set) var bareCount: Int64 = 0
  /// The index of the column for array elements that are not objects; nil if there were none.
  private(set) var scalarColumn: Int?
  private let area: StagingArea

  init(
    _ role: Role,
    named name: String,
    at place: InputPlace,
    under parent: RecordShape? = nil,
    in area: StagingArea
  ) throws(ImportError) {
    (self.role, self.name, self.place, self.parent) = (role, name, place, parent)
    self.area = area
    staging = try area.makeTable()
  }

  var file: String { place.file }

  /// Returns the index of the column with this name. Adds the column if it is missing.
  func column(_ name: String, at place: @autoclosure () -> InputPlace) throws(ImportError) -> Int {
    if let index = columnIndexes[ExactName(name)] { return index }
    guard columns.count < Self.maximumColumns else {
      throw ImportError(
        .unsupportedSchema,
        "the records have more than \(Self.maximumColumns) different members",
        remedy: "If the names are ids, pass the member that contains the records: --root",
        place: place()
      )
    }
    columns.append(ColumnProfile(name, at: place()))
    columnIndexes[ExactName(name)] = columns.count - 1
    try staging.addColumn()
    return columns.count - 1
  }

  func columnIndex(_ name: String) -> Int? { columnIndexes[ExactName(name)] }

  func child(
    _ role: Role,
    _ name: String,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> RecordShape {
    let key = ExactName((role == .object ? "o" : "a") + name)
    if let index = childIndexes[key] { return children[index] }
    let child = try RecordShape(role, named: name, at: place(), under: self, in: area)
    childIndexes[key] = children.count
    children.append(child)
    return child
  }

  /// Counts a CSV field in the statistics of its column, and returns the value to store in the
  /// staging table.
  func observe(
    field: UnsafeRawBufferPointer,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    columns[column].observe(field: field, at: place())
  }

  func observe(
    _ content: JSONValue.Content,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    columns[column].observe(content, at: place())
  }

  func observeNested(_ reason: String, column: Int, at place: InputPlace) {
    columns[column].observeNested(reason, at: place)
  }

  func scalarColumn(at place: InputPlace) throws(ImportError) -> Int {
    if let scalarColumn { return scalarColumn }
    let index = try column("value", at: place)
    scalarColumn = index
    return index
  }

  /// Stores a record in the staging table.
  func add(
    _ values: [SQLiteValue],
    isBare: Bool,
    parentRow: Int64?,
    position: Int
  ) throws(ImportError) {
    rowCount += 1
    if isBare { bareCount += 1 }
    try staging.insert(
      row: rowCount,
      parent: parentRow,
      position: position,
      isBare: isBare,
      values: values
    )
  }
}
