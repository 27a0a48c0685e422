import StateGraphFormats

/// A foreign key that the inference has found, by comparing values or because records are nested in
/// others.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// Why the foreign key was inferred. The text becomes a comment in the generated SQL.
  let note: String
  /// Whether the rows of the table with the foreign key are elements of arrays in the referenced
  /// records.
  var isOfElements = false

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
