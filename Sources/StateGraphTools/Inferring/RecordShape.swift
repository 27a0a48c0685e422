import StateGraphFormats
import StateGraphSQLite

/// The records at one position of an input: the records of the file, the objects of one member, or
/// the elements of one array. A table of the staging area holds their values.
final class RecordShape {
  enum Role {
    /// The records of an input.
    case root
    /// One object in each record of the parent.
    case object
    /// The elements of an array in each record of the parent.
    case array
  }

  /// The largest number of columns. SQLite allows 2,000, but so many point to a wrong
  /// interpretation.
  static let maximumColumns = 1_000

  let role: Role
  /// The name of the table for a root, otherwise the name of the member in the input.
  let name: String
  let place: InputPlace
  private(set) weak var parent: RecordShape?
  let staging: StagingTable
  private(set) var columns: [ColumnProfile] = []
  private var columnIndexes: [ExactName: Int] = [:]
  private(set) var children: [RecordShape] = []
  private var childIndexes: [ExactName: Int] = [:]
  /// The number of records.
  private(set) var rowCount: Int64 = 0
  /// The number of records with a single member, which may be the key of a row in another place.
  private(set) var bareCount: Int64 = 0
  /// The index of the column for array elements that are not objects.
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

  /// Returns the index of the column of that name. Creates the column if it is missing.
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

  /// Adds a CSV field to the profile of a column, and returns the value for the staging area.
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

  /// Adds a record.
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
