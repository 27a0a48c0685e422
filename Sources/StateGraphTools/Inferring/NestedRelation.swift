/// How the records under one member belong to the records of a table.
enum NestedRelation {
  /// A column of JSON text contains the member.
  case json
  /// A foreign key column of the record refers to the object.
  case reference(InferredTable, column: String)
  /// The elements of an array refer to the record by these columns.
  case children(InferredTable, columns: [String])
  /// A join table connects the record with the elements of an array.
  case links(InferredTable, join: InferredTable)

  /// The table of the nested records. Nil if they are JSON text.
  var target: InferredTable? {
    switch self {
    case .json: nil
    case .reference(let table, _), .children(let table, _), .links(let table, _): table
    }
  }

  /// Whether several records can contain the same nested record.
  var isOfMentions: Bool {
    switch self {
    case .reference, .links: true
    case .json, .children: false
    }
  }
}
