import StateGraphFormats

/// A foreign key that was inferred from the values or the nesting of the input records.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// The reason for the foreign key, which becomes a comment in the generated SQL.
  let note: String

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
