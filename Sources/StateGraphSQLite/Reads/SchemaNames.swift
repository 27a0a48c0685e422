/// The kinds of all names that an SQL statement can read from: the file's tables and views, and the
/// connection's modules for virtual tables.
///
/// SQLite ignores the case of ASCII letters in names, so the keys have these letters in lower case.
struct SchemaNames {
  enum Kind {
    case table, view
    /// A virtual table, a table in which a virtual table stores its content, or a table that SQLite
    /// or this library uses. The library does not report changes of such a table.
    case unreported
    /// A table-valued function whose rows depend only on its arguments.
    case pureFunction
    /// Any other table-valued function, or a module for virtual tables. The library cannot detect
    /// changes of its rows.
    case module
  }

  private var kinds: [ByteText: Kind] = [:]
  /// The SQL text of each view, by the name of the view.
  private(set) var views: [ByteText: String] = [:]

  private static let pureFunctions = ["json_each", "json_tree", SQL.listTableName]

  init(_ connection: Connection) throws(DatabaseError) {
    for row in try connection.rows("SELECT name FROM pragma_module_list") {
      guard case .text(let name) = row[0] else { continue }
      kinds[ByteText(foldingCaseOf: name)] = .module
    }
    for name in SchemaNames.pureFunctions { kinds[ByteText(foldingCaseOf: name)] = .pureFunction }
    let tables = try connection.rows(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main'"
    )
    // A table takes precedence over a table-valued function of the same name.
    for row in tables {
      guard case .text(let name) = row[0] else { continue }
      kinds[ByteText(foldingCaseOf: name)] = SchemaNames.kind(row[1], named: name)
    }
    for row in try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'view'") {
      guard case .text(let name) = row[0], case .text(let sql) = row[1] else { continue }
      views[ByteText(foldingCaseOf: name)] = sql
    }
  }

  private static func kind(_ type: SQLiteValue, named name: String) -> Kind {
    if name.lowercased().hasPrefix("sqlite_") || LibraryTable.contains(name) { return .unreported }
    if type == .text("view") { return .view }
    return type == .text("table") ? .table : .unreported
  }

  /// Returns the kind of object to which a name in a statement refers. Returns nil if the file and
  /// the connection have no such object, because the statement itself defines the name.
  func kind(of name: String) -> Kind? {
    // SQLite also accepts older names for its schema tables, such as `sqlite_master`.
    // `pragma_table_list` does not contain these names.
    if name.lowercased().hasPrefix("sqlite_") { return .unreported }
    return kinds[ByteText(foldingCaseOf: name)]
  }
}
