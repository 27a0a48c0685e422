import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// A group of records at one position of an input, with statistics about their values. The position
/// is the top level of the input, or one nested member. A temporary table contains the values of
/// the records.
final class RecordShape {
  enum Role {
    /// The records at the top level of an input, which are not nested in other records.
    case root
    /// A member whose values are objects. Each object is a record.
    case object
    /// A member whose values are arrays. Each element of an array is a record.
    case array
  }

  /// The maximum number of columns. A SQLite table can have 2,000, and the temporary table has four
  /// more columns.
  static let maximumColumns = 1_996

  private(set) var role: Role
  /// The name of the JSON member that contains the records, or of the table at the top of an input.
  let name: String
  let place: InputPlace
  private(set) weak var parent: RecordShape?
  let staging: StagingTable
  private(set) var columns: [ColumnProfile] = []
  private var columnIndexes: [ExactName: Int] = [:]
  private(set) var children: [RecordShape] = []
  private var childIndexes: [ExactName: Int] = [:]
  /// The number of records that have been added to the group.
  private(set) var rowCount: Int64 = 0
  /// The number of nested records of which exactly one member is not null. This member may be a key
  /// that refers to a row which another record describes.
  private(set) var bareCount: Int64 = 0
  /// The number of nested records that have exactly one member, null or not. An import always reads
  /// such a record as a key.
  private(set) var singleMemberCount: Int64 = 0
  /// The number of array elements that are plain values, such as texts.
  private(set) var scalarCount: Int64 = 0
  /// The index of the column with the plain values of arrays. Nil if all elements are objects.
  private(set) var scalarColumn: Int?
  /// The name of the column for the keys of the records. Nil unless the records are the members of
  /// one object.
  var recordKeyName: String?
  private(set) var strayQuotes = StrayQuotes()
  /// Whether a CSV field has no quotes.
  var hasUnquotedField = false
  /// The names of the columns in which empty CSV fields are NULL because they cannot be a text, and
  /// of those in which they are texts.
  private(set) var emptyFields: (nulls: [String], texts: [String]) = ([], [])
  /// The place of the first CSV field that is a mark of NULL, by the mark. See ``NullWords``.
  private(set) var nullMarks: [String: InputPlace] = [:]
  /// The place of a first record that is probably a header, although the caller gives the names.
  /// Nil if there is none.
  var headerBelowNames: InputPlace?
  /// The place of the first name in a header that is a number, so that the header is probably a
  /// record. Nil if there is none.
  var numberInHeader: InputPlace?
  /// The place of the first name in a header that begins or ends with a blank.
  private(set) var firstBlankName: InputPlace?
  /// The number of records that cannot be read and are therefore left out.
  private(set) var badRecords = 0
  private(set) var firstBadRecord: InputPlace?
  private var hasFractions = false
  /// The form in which CSV fields contain numbers.
  var numbers = NumberForm()
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

  /// Returns the index of the column with this name. Adds the column if it does not exist.
  ///
  /// - Parameter isMember: Whether the name is that of a member of a JSON object. Such names can be
  ///   the keys of records.
  /// - Throws: An `ImportError` if the group has more than ``maximumColumns`` columns.
  func column(
    _ name: String,
    isMember: Bool = false,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> Int {
    if let index = columnIndexes[ExactName(name)] { return index }
    guard columns.count < Self.maximumColumns else {
      throw ImportError(
        .unsupportedSchema,
        "the records have more than \(Self.maximumColumns) different columns or members, and a "
          + "table of SQLite has at most 2000 columns",
        remedy: isMember
          ? "Leave members out. If their names are the ids of records, pass the member that "
            + "contains the records: --root"
          : "Leave columns out",
        place: place()
      )
    }
    columns.append(ColumnProfile(name, at: place(), numbers: numbers))
    columnIndexes[ExactName(name)] = columns.count - 1
    if area.storesRows { try staging.addColumn() }
    return columns.count - 1
  }

  func columnIndex(_ name: String) -> Int? { columnIndexes[ExactName(name)] }

  func child(
    _ role: Role,
    name: String,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> RecordShape {
    let key = ExactName((role == .object ? "o" : "a") + name)
    if let index = childIndexes[key] { return children[index] }
    let child = try RecordShape(role, named: name, at: place(), under: self, in: area)
    childIndexes[key] = children.count
    children.append(child)
    return child
  }

  /// Adds a CSV field to the statistics of its column. Returns the value to store in the temporary
  /// table, which is NULL if the table stores no rows.
  func observe(
    field: UnsafeRawBufferPointer,
    isQuoted: Bool,
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    if !isQuoted, NullWords.isMark(field) { noteNullMark(field, at: place()) }
    let integer = columns[column].observe(field: field, isQuoted: isQuoted, at: place())
    return area.storesRows ? ColumnProfile.stored(field, integer: integer) : .null
  }

  /// Adds an empty CSV field that is NULL if its column cannot have the empty text.
  func observeEmptyField(
    column: Int,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    columns[column].observeEmptyField(at: place())
    return .text("")
  }

  /// Decides which columns have the empty texts of ``observeEmptyField(column:at:)``. Call this
  /// when all inputs have been read, because the decision depends on the types of the columns.
  func decideEmptyFields() throws(ImportError) {
    for index in columns.indices where columns[index].hasEmptyFields {
      guard columns[index].decideEmptyFields() else {
        emptyFields.texts.append(columns[index].name)
        continue
      }
      emptyFields.nulls.append(columns[index].name)
      if area.storesRows { try staging.removeEmptyTexts(fromColumn: index) }
    }
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

  /// Declares that the import will read texts such as `1,234` as numbers.
  ///
  /// A column with commas remains text if the request does not say what the commas mean, and they
  /// may begin fractions.
  func acceptLenientNumbers() {
    let isOpen = !numbers.isGiven && commasMayBeFractions
    for index in columns.indices {
      columns[index].acceptsLenientNumbers = !(isOpen && columns[index].lenientFields.hasComma)
    }
  }

  /// Whether commas in numbers may begin fractions, by the separator of an input and the values.
  var commasMayBeFractions: Bool {
    hasFractions || columns.contains { $0.lenientFields.commas.hasFractions }
  }

  /// Notes that the separator or the first values of an input show that commas begin fractions.
  func noteFractions(_ isSo: Bool) { hasFractions = hasFractions || isSo }

  /// Counts a record that cannot be read, and keeps the place of the first one for a warning.
  func noteBadRecord(_ error: ImportError) {
    badRecords += 1
    if firstBadRecord == nil { firstBadRecord = error.place ?? place }
  }

  func noteScalar() { scalarCount += 1 }

  func note(_ quotes: StrayQuotes) { strayQuotes.add(quotes) }

  private func noteNullMark(
    _ field: UnsafeRawBufferPointer,
    at place: @autoclosure () -> InputPlace
  ) {
    let mark = String(decoding: field, as: UTF8.self)
    if nullMarks[mark] == nil { nullMarks[mark] = place() }
  }

  /// Notes a name in the header that begins or ends with a blank.
  func noteBlankName(_ column: CSVColumn) { firstBlankName = firstBlankName ?? column.place }

  /// Notes that the header has no name for a column, which is left out if it has no values.
  func noteUnnamed(column: Int) { columns[column].isUnnamed = true }

  func scalarColumn(at place: InputPlace) throws(ImportError) -> Int {
    if let scalarColumn { return scalarColumn }
    let index = try column("value", at: place)
    scalarColumn = index
    return index
  }

  /// Counts a record, and stores it in the temporary table.
  ///
  /// - Parameters:
  ///   - isBare: Whether one member of the record is not null, which may be a key, and all others
  ///     are null.
  ///   - hasOneMember: Whether the record has one member and no others, not even with the value
  ///     null.
  ///   - parentRow: The number of the enclosing record. Nil if the record is not nested.
  ///   - position: The index of the record in its array.
  func add(
    _ values: [SQLiteValue],
    isBare: Bool = false,
    hasOneMember: Bool = false,
    parentRow: Int64?,
    position: Int
  ) throws(ImportError) {
    rowCount += 1
    if isBare { bareCount += 1 }
    if hasOneMember { singleMemberCount += 1 }
    guard area.storesRows else { return }
    try staging.insert(
      row: rowCount,
      parent: parentRow,
      position: position,
      isBare: isBare,
      values: values
    )
  }
}

// MARK: - Values that are sometimes arrays

extension RecordShape {
  /// Makes an array of one element of each object and each plain value under a member that has an
  /// array in other records. Call this after the last record.
  func uniteArrays() throws(ImportError) {
    for array in children where array.role == .array {
      let same = children.filter { ExactName($0.name) == ExactName(array.name) }
      for object in same { object.role = .array }
      guard let column = columnIndexes[ExactName(array.name)], columns[column].valueCount > 0,
        array.scalarCount > 0, same.allSatisfy({ $0.rowCount == $0.scalarCount })
      else { continue }
      var values = columns[column]
      for shape in same { for column in shape.columns { values.merge(column) } }
      // Other values are no rows of a table, but have a column of JSON text for their arrays.
      if values.type.isKeyType, !values.hasLongValue, values.nested == nil {
        try moveToArrays(column)
      }
    }
    for child in children { try child.uniteArrays() }
  }

  private func moveToArrays(_ column: Int) throws(ImportError) {
    let profile = columns[column]
    let (name, place) = (profile.name, profile.place)
    let shape = try RecordShape(.array, named: name, at: place, under: self, in: area)
    let value = try shape.scalarColumn(at: place)
    shape.columns[value].merge(profile)
    let count = Int64(profile.valueCount)
    (shape.rowCount, shape.scalarCount) = (count, count)
    (shape.bareCount, shape.singleMemberCount) = (count, count)
    let from: SQL = "\(column: StagingTable.column(column))"
    try area.reading { () throws(DatabaseError) in
      try area.connection.run(
        """
        INSERT INTO temp.\(table: shape.staging.name)
          (parent, position, bare, \(column: StagingTable.column(value)))
        SELECT row, 0, 1, \(from) FROM temp.\(table: staging.name) WHERE \(from) IS NOT NULL
        """
      )
      try area.connection.run("UPDATE temp.\(table: staging.name) SET \(from) = NULL")
    }
    columns[column] = ColumnProfile(name, at: place)
    children.append(shape)
  }
}
