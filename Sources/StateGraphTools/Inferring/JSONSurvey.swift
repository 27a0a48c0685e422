import StateGraphFormats
import StateGraphSQLite

/// Reads the records of a JSON input, with everything nested in them.
struct JSONSurvey {
  private let reader: JSONRecordReader
  private let file: String

  init(_ source: ByteSource, root: String?) {
    reader = JSONRecordReader(source, root: root)
    file = source.name
  }

  func run(into shape: RecordShape) throws(ImportError) {
    while let record = try reader.next() {
      do {
        try see(record, in: shape, parentRow: nil, position: 0)
      } catch {
        throw error.located(at: record.place.inFile(file))
      }
    }
  }

  /// Recursive; bounded by the reader's limit on the depth of its values.
  private func see(
    _ record: JSONValue,
    in shape: RecordShape,
    parentRow: Int64?,
    position: Int
  ) throws(ImportError) {
    let members = record.members ?? []
    let row = shape.rowCount + 1
    var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
    for member in members {
      let place = member.value.place.inFile(file)
      if member.value.form == .object || member.value.form == .array { continue }
      let column = try shape.column(member.key, at: member.keyPlace.inFile(file))
      if column >= values.count { values.append(.null) }
      values[column] = shape.see(member.value.content, column: column, at: place)
    }
    try shape.add(
      values,
      isBare: members.count == 1 && shape.role != .root,
      parentRow: parentRow,
      position: position
    )
    for member in members { try seeNested(member, in: shape, row: row) }
  }

  private func seeNested(
    _ member: JSONMember,
    in shape: RecordShape,
    row: Int64
  ) throws(ImportError) {
    let place = member.value.place
    switch member.value.content {
    case .object where member.value.members != nil:
      let child = try shape.child(.object, member.key, at: place.inFile(file))
      try see(member.value, in: child, parentRow: row, position: 0)
    case .array(let elements):
      let child = try shape.child(.array, member.key, at: place.inFile(file))
      for (position, element) in elements.enumerated() {
        try seeElement(element, in: child, parentRow: row, position: position)
      }
    default: break
    }
  }

  private func seeElement(
    _ element: JSONValue,
    in shape: RecordShape,
    parentRow: Int64,
    position: Int
  ) throws(ImportError) {
    if element.members != nil {
      return try see(element, in: shape, parentRow: parentRow, position: position)
    }
    let place = element.place.inFile(file)
    let column = try shape.scalarColumn(at: place)
    switch element.content {
    case .array:
      shape.seeNested("arrays in an array", column: column, at: place)
    case .null:
      shape.seeNested("nulls in an array", column: column, at: place)
    default:
      var values = [SQLiteValue](repeating: .null, count: shape.columns.count)
      values[column] = shape.see(element.content, column: column, at: place)
      try shape.add(values, isBare: true, parentRow: parentRow, position: position)
    }
  }
}
