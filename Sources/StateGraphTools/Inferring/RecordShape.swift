import StateGraphFormats
import StateGraphSQLite

/// The records that stand at one place of an input: the lines of a file, the objects of one member,
/// the elements of one array. Their values are kept for comparing in a table of the staging area.
final class RecordShape {
  enum Role {
    /// The records of an input.
    case root
    /// One object in each record of the parent.
    case object
    /// The elements of an array in each record of the parent.
    case array
  }

  /// SQLite's own limit is 2,000; a table of so many is a misread file.
  static let maximumColumns = 1_000

  let role: Role
  /// The table of a root, else the member as the input writes it.
  let name: String
  let place: InputPlace
  private(set) weak var parent: RecordShape?
  let staging: StagingTable
  private(set) var columns: [ColumnProfile] = []
  private var columnIndexes: [ExactName: Int] = [:]
  private(set) var children: [RecordShape] = []
  private var childIndexes: [ExactName: Int] = [:]
  /// How many records there are.
  private(set) var rowCount: Int64 = 0
  /// How many of them say one thing only: perhaps the key of a row that is described elsewhere.
  private(set) var bareCount: Int64 = 0
  /// The column of elements that are no objects.
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

  /// The number of the column of that name, which is made where it is not there.
  func column(_ name: String, at place: @autoclosure () -> InputPlace) throws(ImportError) -> Int {
    if let index = columnIndexes[ExactName(name)] { return index }
    guard columns.count < Self.maximumColumns else {
      throw ImportError(
        .unsupportedSchema,
        "the records have more than \(Self.maximumColumns) different members",
        remedy: "Where the members' names are ids, the records are behind them: --root",
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

  /// Takes the value of a CSV field.
  func see(
    field: UnsafeRawBufferPointer,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    columns[column].see(field: field, at: place())
  }

  func see(
    _ content: JSONValue.Content,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    columns[column].see(content, at: place())
  }

  func seeNested(_ reason: String, column: Int, at place: InputPlace) {
    columns[column].seeNested(reason, at: place)
  }

  func scalarColumn(at place: InputPlace) throws(ImportError) -> Int {
    if let scalarColumn { return scalarColumn }
    let index = try column("value", at: place)
    scalarColumn = index
    return index
  }

  /// Adds a record and returns its number.
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
