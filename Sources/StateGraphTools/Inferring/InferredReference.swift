import StateGraphFormats

/// A foreign key that the inference found in the values or in the nesting of the records.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// The reason for the foreign key, which becomes a comment in the generated SQL.
  let note: String
  /// Whether the rows are elements of arrays in the referenced records.
  var isOfElements = false

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
