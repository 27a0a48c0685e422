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

  /// Returns the record with its key as an additional first member.
  ///
  /// Call this if the input is an object of records such as `{"7": {…}, "8": {…}}`, in which the
  /// name of each member is the key of its record.
  ///
  /// - Throws: An error if the primary key of the table has several columns.
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
  /// Creates the value of a key that is text in the input, such as the member name `"7"`.
  ///
  /// If the column stores numbers and the text is an integer, the value is an integer. Otherwise
  /// the value is the text.
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
