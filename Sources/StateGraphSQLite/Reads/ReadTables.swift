/// Collects the tables and columns that a statement reads, to build a ``StatementReads``.
///
/// Refuses a statement if the library cannot detect every change of its result.
struct ReadTables {
  private let sql: SQL
  private let names: SchemaNames
  private let connection: Connection
  private var schemas: [ByteText: TableSchema] = [:]
  private var columns: [ByteText: Set<ByteText>] = [:]

  init(_ sql: SQL, names: SchemaNames, on connection: Connection) {
    (self.sql, self.names, self.connection) = (sql, names, connection)
  }

  var found: [StatementReads.Table] {
    schemas.map { StatementReads.Table(schema: $1, columns: columns[$0] ?? []) }
  }

  /// Adds a column of a table. SQLite's authorizer has reported the names.
  ///
  /// - Throws: `.misuse` if the library cannot notice a change of the column.
  mutating func add(
    _ column: String,
    of table: String,
    in database: String?
  ) throws(DatabaseError) {
    guard database?.isSameName(as: "main") ?? true else {
      throw .unfollowable(
        "The table \(table) belongs to this connection only",
        remedy: "Read a table of the database file.",
        sql: sql
      )
    }
    guard let schema = try schema(of: table, isCertain: !column.isEmpty) else { return }
    guard !column.isEmpty else { return }
    let key = ByteText(foldingCaseOf: schema.name)
    if let declared = schema.column(column) {
      columns[key, default: []].insert(ByteText(declared.name))
    } else if !schema.primaryKey.isEmpty {
      // In a table with a primary key, the library does not report that a rowid has changed. In a
      // table without a primary key, the library reports such a change as a deletion and an
      // insertion.
      throw .unfollowable(
        "The statement reads the rowid of \(schema.name), and no change of a rowid is reported",
        remedy: "Read a column, or declare an INTEGER PRIMARY KEY.",
        sql: sql
      )
    }
  }

  /// Adds all columns of the table with this name. Does nothing if the file has no such table.
  mutating func addAllColumns(of name: String) throws(DatabaseError) {
    guard let schema = try schema(of: name, isCertain: false) else { return }
    columns[ByteText(foldingCaseOf: schema.name)] = Set(schema.columns.map { ByteText($0.name) })
  }

  /// Returns the table with this name.
  ///
  /// Returns nil for a view, for a table-valued function whose rows depend only on its arguments,
  /// and for a name that the statement itself may have defined.
  ///
  /// - Parameters:
  ///   - name: The name of a table, a view, or a table-valued function.
  ///   - isCertain: Whether the statement reads a column of a table with this name. If false, the
  ///     statement itself may have defined the name, in a `WITH` clause.
  /// - Throws: `.misuse` if SQLite does not report the changes of the table.
  private mutating func schema(
    of name: String,
    isCertain: Bool
  ) throws(DatabaseError) -> TableSchema? {
    let key = ByteText(foldingCaseOf: name)
    if let known = schemas[key] { return known }
    switch names.kind(of: name) {
    case .view, .pureFunction: return nil
    case nil where !isCertain: return nil
    case .table:
      guard let schema = try SchemaReader(connection).table(name) else { return nil }
      schemas[key] = schema
      return schema
    case .unreported, .module, nil:
      throw .unfollowable(
        "SQLite does not report the changes of \(name)",
        remedy:
          "Read tables of rows, and no virtual tables, pragmas or tables that begin with sqlite_.",
        sql: sql
      )
    }
  }

  /// Refuses a function that can return another value although no row has changed.
  ///
  /// - Throws: `.misuse` for such a function.
  func addFunction(_ name: String, in text: ExpandedTokens) throws(DatabaseError) {
    let changes = try connection.firstValue(
      """
      SELECT 1 FROM pragma_function_list
      WHERE name = \(name) COLLATE NOCASE AND type = 's' AND flags & \(ReadTables.deterministic) = 0
      """
    )
    let readsClock = ClockFunctions.contains(name) && ClockFunctions.readTime(text.tokens, sql: sql)
    guard changes != nil || readsClock else { return }
    throw .unfollowable(
      "The result of \(name) changes without a change of a row",
      remedy: "Bind a value instead, such as the time.",
      sql: sql
    )
  }

  /// The bit SQLITE_DETERMINISTIC. SQLite sets it for functions that always return the same value
  /// for the same arguments.
  private static let deterministic = 0x800
}
