import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads the records of a JSON input, and adds each record to the statistics.
///
/// Nested records have their own statistics, one `RecordShape` for each nested member.
struct JSONProfile {
  private let reader: JSONRecordReader
  private let file: String

  /// Creates a reader of the records of `source`, with the options of `input`.
  ///
  /// - Parameter isDocument: Whether the input is a JSON document, which must have a value. JSON
  ///   lines can be empty.
  init(_ source: ByteSource, _ input: ImportInput, isDocument: Bool) {
    reader = JSONRecordReader(source, reading: input, mayBeEmpty: !isDocument)
    file = source.name
  }

  func run(into shape: RecordShape) throws(ImportError) {
    while var record = try reader.next() {
      if let key = reader.recordKey { record = Self.keyed(record, key, in: shape) }
      do {
        try add(record, to: shape, parentRow: nil, position: 0)
      } catch {
        throw error.located(at: record.place.inFile(file))
      }
    }
  }

  /// Returns the record with its key as a member, if the records are the members of one object.
  ///
  /// An import adds the same member, under the name of the primary key.
  private static func keyed(
    _ record: JSONValue,
    _ key: JSONRecordKey,
    in shape: RecordShape
  ) -> JSONValue {
    guard let members = record.members else { return record }
    let isTaken = members.contains { $0.key.utf8.elementsEqual("id".utf8) }
    let name = shape.recordKeyName ?? (isTaken ? "key" : "id")
    shape.recordKeyName = name
    let value = JSONValue(.string(key.text), at: key.place)
    let member = JSONMember(key: name, keyPlace: key.place, value: value)
    return JSONValue(.object([member] + members), at: record.place)
  }

  /// Adds a record and all its nested records.
  ///
  /// The recursion is limited by the depth limit of the JSON reader.
  private func add(
    _ record: JSONValue,
    to shape: RecordShape,
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
      values[column] = shape.observe(member.value.content, column: column, at: place)
    }
    try shape.add(
      values,
      isBare: members.count == 1 && shape.role != .root,
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
      let child = try shape.child(.object, member.key, at: place.inFile(file))
      try add(member.value, to: child, parentRow: row, position: 0)
    case .array(let elements):
      let child = try shape.child(.array, member.key, at: place.inFile(file))
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
      values[column] = shape.observe(element.content, column: column, at: place)
      try shape.add(values, isBare: true, parentRow: parentRow, position: position)
    }
  }
}
