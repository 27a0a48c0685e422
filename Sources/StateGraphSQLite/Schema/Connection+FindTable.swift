/// Whether a file has a table of the library, and whether this version of the library has created
/// it.
package enum FoundTable: Sendable {
  case missing, expected
  /// The file has a view, or a table with another definition.
  case other
}

extension Connection {
  /// Looks for a table of the library in the file.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - definition: The statement by which this version of the library creates the table.
  package func findTable(
    _ name: String,
    definedBy definition: SQL
  ) throws(DatabaseError) -> FoundTable {
    let objects = try rows(
      "SELECT type, sql FROM main.sqlite_schema WHERE name = \(name) COLLATE NOCASE"
    )
    guard let object = objects.first else { return .missing }
    guard object[0] == .text("table"), case .text(let sql) = object[1],
      sql.normalizedSQL == definition.text.normalizedSQL
    else { return .other }
    return .expected
  }
}
