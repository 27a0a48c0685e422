import StateGraphFormats
import StateGraphSQLite

/// Adds records of an input, with the records that are nested in them, to the statistics of an
/// inference. The records of each nested member have statistics of their own, in another
/// ``RecordShape``.
struct RecordProfile {
  /// The name of the input, which error messages and comments contain.
  let file: String
  /// The rules of the CSV fields, whose text can have the form of a number. Nil if the strings are
  /// not CSV fields.
  let fields: NullFields?

  /// Adds a record and all records that are nested in it. The JSON reader limits the depth of the
  /// recursion.
  func add(
    _ record: JSONValue,
    to shape: RecordShape,
    parentRow: Int64? = nil,
    position: Int = 0
  ) throws(ImportError) {
    let members = record.members ?? []
    let row = shape.rowCount + 1
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    for member in members {
      let place = member.value.place.inFile(file)
      if member.value.form == .object || member.value.form == .array { continue }
      let column = try shape.column(member.key, isMember: true, at: member.keyPlace.inFile(file))
      if column >= values.count { values.append(.null) }
      values[column] = observe(member.value.content, shape: shape, column: column, at: place)
    }
    try shape.add(
      values,
      // The importer ignores a null that stands for an array, but stores the null of a column. A
      // record with one other member can thus be a key alone, or a complete record.
      isBare: shape.role != .root && members.count { $0.value.form != .null } == 1,
      hasOneMember: shape.role != .root && members.count == 1,
      parentRow: parentRow,
      position: position
    )
    for member in members { try addNested(member, of: shape, row: row) }
  }

  private func addNested(
    _ member: JSONMember,
    of shape: RecordShape,
    row: Int64
  ) throws(ImportError) {
    let place = member.value.place
    switch member.value.content {
    case .object where member.value.members != nil:
      let child = try shape.child(.object, name: member.key, at: place.inFile(file))
      // An object without members identifies no row. The reference to it is NULL, so it is not a
      // record.
      guard member.value.members?.isEmpty == false else { return }
      try add(member.value, to: child, parentRow: row, position: 0)
    case .array(let elements):
      let child = try shape.child(.array, name: member.key, at: place.inFile(file))
      for (position, element) in elements.enumerated() {
        try addElement(element, to: child, parentRow: row, position: position)
      }
    default: break
    }
  }

  private func addElement(
    _ element: JSONValue,
    to shape: RecordShape,
    parentRow: Int64,
    position: Int
  ) throws(ImportError) {
    if element.members != nil {
      return try add(element, to: shape, parentRow: parentRow, position: position)
    }
    let place = element.place.inFile(file)
    let column = try shape.scalarColumn(at: place)
    switch element.content {
    case .array:
      shape.observeNested("arrays in an array", column: column, at: place)
    case .null:
      shape.observeNested("nulls in an array", column: column, at: place)
    default:
      var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
      values[column] = observe(element.content, shape: shape, column: column, at: place)
      shape.noteScalar()
      try shape.add(
        values,
        isBare: true,
        hasOneMember: true,
        parentRow: parentRow,
        position: position
      )
    }
  }

  private func observe(
    _ content: JSONValue.Content,
    shape: RecordShape,
    column: Int,
    at place: InputPlace
  ) -> SQLiteValue {
    guard let fields, case .string(var text) = content else {
      return shape.observe(content, column: column, at: place)
    }
    // An empty field that is NULL has become a null of the record, or is a part of a text.
    if text.isEmpty, fields.meaning(ofEmptyField: true) == .textIfPossible {
      return shape.observeEmptyField(column: column, at: place)
    }
    return text.withUTF8 {
      let field = UnsafeRawBufferPointer($0)
      // A mapping says which texts of its columns mean NULL, so no option needs to be proposed.
      return shape.observe(field: field, isQuoted: true, column: column, at: place)
    }
  }
}
