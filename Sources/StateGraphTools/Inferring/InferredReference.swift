import StateGraphFormats

/// An inferred foreign key.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// The reason, for the comment in the SQL.
  let note: String

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
