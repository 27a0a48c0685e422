extension TableDefinition {
  /// The statements that create the table, its indexes and its search table in an empty file.
  ///
  /// Equal definitions give equal text, so a migration with this text keeps its fingerprint.
  package var createStatements: [SQL] {
    [createTable] + indexes.map { $0.createStatement(in: name) } + searchStatements
  }

  private var createTable: SQL {
    var lines = columns.map(columnSQL)
    if !primaryKey.isEmpty { lines.append("PRIMARY KEY (\(columns: primaryKey))") }
    lines += foreignKeys.map { key in
      "FOREIGN KEY (\(columns: key.columns)) \(key.referenceSQL)"
    }
    var options: [SQL] = []
    if isStrict { options.append("STRICT") }
    if isWithoutRowID { options.append("WITHOUT ROWID") }
    let body: SQL = "CREATE TABLE \(table: name) (\n  \(lines, separator: ",\n  ")\n)"
    return options.isEmpty ? body : "\(body) \(options, separator: ", ")"
  }

  /// Returns the definition of the column for CREATE TABLE: its name, its type and its constraints.
  func columnSQL(_ column: ColumnDefinition) -> SQL {
    columnSQL(column, isUnique: column.isUnique)
  }

  /// Returns the definition of the column for ADD COLUMN.
  ///
  /// ADD COLUMN does not allow UNIQUE. A UNIQUE column gets a separate index instead.
  func addedColumnSQL(_ column: ColumnDefinition) -> SQL {
    columnSQL(column, isUnique: false)
  }

  private func columnSQL(_ column: ColumnDefinition, isUnique: Bool) -> SQL {
    var sql: SQL = "\(column: column.name) \(SQL(text: column.type.rawValue))"
    if isNotNull(column) { sql.append(" NOT NULL") }
    if let value = column.defaultSQL { sql.append(" DEFAULT \(value)") }
    if let name = column.collation.name { sql.append(" COLLATE \(SQL(text: name))") }
    if isUnique { sql.append(" UNIQUE") }
    if let check = column.check { sql.append(" CHECK (\(check.inlined))") }
    if let reference = column.reference {
      let key = ForeignKeyDefinition(
        columns: [column.name],
        table: reference.table,
        referencedColumns: [reference.column],
        onDelete: reference.onDelete,
        isDeferred: reference.isDeferred
      )
      sql.append(" \(key.referenceSQL)")
    }
    return sql
  }
}

extension ColumnDefinition {
  /// The SQL after DEFAULT, or nil if the column has no default.
  ///
  /// A literal is written as it is. Any other expression is in brackets, because SQLite requires
  /// them.
  var defaultSQL: SQL? {
    guard let defaultValue else { return nil }
    let inlined = defaultValue.inlined
    let isLiteral = defaultValue.text == "?" && !inlined.text.hasPrefix("CAST")
    return isLiteral ? inlined : "(\(inlined))"
  }

  /// Whether the default is one constant value. If false, the column cannot be added with ADD
  /// COLUMN. Also false if the column has no default.
  var hasConstantDefault: Bool {
    defaultValue.map { $0.text == "?" && $0.bindings.count == 1 } ?? false
  }
}

extension ForeignKeyDefinition {
  fileprivate var referenceSQL: SQL {
    var sql: SQL = "REFERENCES \(table: table) (\(columns: referencedColumns))"
    if onDelete != .noAction { sql.append(" ON DELETE \(SQL(text: onDelete.rawValue))") }
    if isDeferred { sql.append(" DEFERRABLE INITIALLY DEFERRED") }
    return sql
  }
}

extension IndexDefinition {
  func createStatement(in table: String) -> SQL {
    let unique: SQL = isUnique ? "UNIQUE " : ""
    var sql: SQL = """
      CREATE \(unique)INDEX \(column: name(in: table)) ON \(table: table) (\(columns: columns))
      """
    if let condition { sql.append(" WHERE \(condition.inlined)") }
    return sql
  }
}
