import StateGraphFormats

/// A foreign key that was inferred from the data.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// The reason for the foreign key, for a comment in the SQL.
  let note: String

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
