/// Whether a file has a table of the library, and whether this version of the library has created
/// it.
package enum FoundTable: Sendable {
  case missing, expected
  /// The file has a view, or a table with another definition.
  case other

  /// Looks for a table of the library in the file.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - definition: The statement by which this version of the library creates the table.
  ///   - connection: The connection that reads the schema.
  package init(
    _ name: String,
    definedBy definition: SQL,
    on connection: Connection
  ) throws(DatabaseError) {
    let objects = try connection.rows(
      "SELECT type, sql FROM main.sqlite_schema WHERE name = \(name) COLLATE NOCASE"
    )
    guard let object = objects.first else {
      self = .missing
      return
    }
    guard object[0] == .text("table"), case .text(let sql) = object[1],
      sql.normalizedSQL == definition.text.normalizedSQL
    else {
      self = .other
      return
    }
    self = .expected
  }
}
