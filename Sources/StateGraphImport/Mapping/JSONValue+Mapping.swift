import StateGraphFormats
import StateGraphSQLite

extension JSONValue {
  package var form: MemberForm {
    switch content {
    case .object: content.encodedBytes == nil ? .object : .scalar
    case .array: .array
    case .null: .null
    default: .scalar
    }
  }

  /// The record with its key in a map by key added as a member.
  func keyed(_ key: JSONRecordKey, by table: TablePlan) throws(ImportError) -> JSONValue {
    guard let members, table.keyIndexes.count == 1 else {
      throw ImportError(
        .unsupportedSchema,
        "one key cannot identify a row of table \(printable(table.name)), "
          + "whose primary key has \(table.keyIndexes.count) columns",
        remedy: "Import it from an array of objects"
      )
    }
    let column = table.column(table.keyIndexes[0])
    let member = JSONMember(
      key: column.name,
      keyPlace: key.place,
      value: JSONValue(.init(key: key.text, of: column), at: key.place)
    )
    return JSONValue(.object([member] + members), at: place)
  }
}

extension JSONValue.Content {
  /// The value of a key that is written as a text, such as the key `"7"` of a map: a number where
  /// the column holds numbers.
  init(key text: String, of column: ColumnSchema) {
    switch column.affinity {
    case .text, .blob: self = .string(text)
    case .integer, .real, .numeric:
      if let integer = Int64(text), String(integer) == text {
        self = .integer(integer)
      } else {
        self = .string(text)
      }
    }
  }
}
