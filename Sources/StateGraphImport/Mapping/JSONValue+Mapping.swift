import StateGraphSQLite

extension JSONValue {
  var form: MemberForm {
    switch content {
    case .object: .object
    case .array: .array
    case .null: .null
    default: .scalar
    }
  }

  /// The record with the key under which it stands in a map, as a member like the others.
  func keyed(_ key: JSONRecordKey, by table: TablePlan) throws(ImportError) -> JSONValue {
    guard let members, table.keyIndexes.count == 1 else {
      throw ImportError(
        .unsupportedSchema,
        "one key cannot name a row of table \(printable(table.name)), "
          + "whose primary key has \(table.keyIndexes.count) columns",
        remedy: "Import it from an array of objects"
      )
    }
    let column = table.column(table.keyIndexes[0])
    let member = JSONMember(
      key: column.name,
      keyPlace: key.place,
      value: JSONValue(Self.content(key.text, column), at: key.place)
    )
    return JSONValue(.object([member] + members), at: place)
  }

  /// A key is text in JSON, whatever it means: `"7"` is a number where the column has numbers.
  private static func content(_ key: String, _ column: ColumnSchema) -> Content {
    switch column.affinity {
    case .text, .blob: return .string(key)
    case .integer, .real, .numeric:
      guard let integer = Int64(key), String(integer) == key else { return .string(key) }
      return .integer(integer)
    }
  }
}
