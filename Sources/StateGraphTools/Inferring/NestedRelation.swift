/// How the records under one member are stored in relation to the record that encloses them.
enum NestedRelation {
  /// The objects and arrays under the member are JSON text in a column of the enclosing record.
  case json
  /// The enclosing record has a foreign key column that refers to the object.
  case reference(InferredTable, column: String)
  /// The elements of the array have foreign key columns that refer to the enclosing record.
  case children(InferredTable, columns: [String])
  /// A join table connects the enclosing record with the elements of the array.
  case links(InferredTable, join: InferredTable)

  /// The table of the nested records. Nil if the member is stored as JSON text.
  var target: InferredTable? {
    switch self {
    case .json: nil
    case .reference(let table, _), .children(let table, _), .links(let table, _): table
    }
  }

  /// Whether several enclosing records can contain the same nested record. If true, some of them
  /// may contain only its key.
  var isOfMentions: Bool {
    switch self {
    case .reference, .links: true
    case .json, .children: false
    }
  }
}
