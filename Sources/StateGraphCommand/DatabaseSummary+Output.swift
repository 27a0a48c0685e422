import StateGraphSQLite

extension DatabaseSummary {
  /// The summary for people.
  var text: String {
    var lines = [
      "\(path): \(fileBytes) bytes, pages of \(pageBytes), application id \(hexadecimalID)"
    ]
    for migration in migrations {
      lines.append("migration \(migration.name), applied \(migration.appliedAt)")
    }
    for table in tables {
      lines.append("")
      lines.append("\(table.schema.name): \(table.rowCount) rows")
      lines += table.schema.columns.map { "  \(describe($0))" }
      lines.append("  primary key (\(table.schema.primaryKey.joined(separator: ", ")))")
      for key in table.schema.foreignKeys {
        lines.append(
          "  foreign key (\(key.columns.joined(separator: ", "))) to \(key.referencedTable) "
            + "(\(key.referencedColumns.joined(separator: ", ")))"
        )
      }
      for index in table.indexes {
        lines.append(
          "  \(index.isUnique ? "unique " : "")index \(index.name) "
            + "(\(index.columns.joined(separator: ", ")))"
        )
      }
    }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  /// The summary for programs.
  var json: JSONOutput {
    .object([
      ("version", .integer(1)), ("path", .string(path)), ("fileBytes", .integer(fileBytes)),
      ("pageBytes", .integer(pageBytes)), ("applicationID", .integer(applicationID)),
      (
        "migrations",
        .array(
          migrations.map {
            .object([
              ("version", .integer($0.version)), ("name", .string($0.name)),
              ("sha256", .string($0.fingerprint)), ("appliedAt", .string($0.appliedAt)),
            ])
          }
        )
      ),
      ("tables", .array(tables.map(json))),
    ])
  }

  private var hexadecimalID: String {
    "0x" + String(UInt32(truncatingIfNeeded: applicationID), radix: 16)
  }

  private func describe(_ column: ColumnSchema) -> String {
    var text = column.name
    if !column.declaredType.isEmpty { text += " " + column.declaredType }
    if column.isNotNull { text += " NOT NULL" }
    if let defaultSQL = column.defaultSQL { text += " DEFAULT " + defaultSQL }
    if column.generation != .none { text += " GENERATED" }
    return text
  }

  private func json(_ table: Table) -> JSONOutput {
    .object([
      ("name", .string(table.schema.name)), ("rows", .integer(table.rowCount)),
      ("columns", .array(table.schema.columns.map(json))),
      ("primaryKey", .strings(table.schema.primaryKey)),
      (
        "foreignKeys",
        .array(
          table.schema.foreignKeys.map {
            .object([
              ("columns", .strings($0.columns)), ("references", .string($0.referencedTable)),
              ("referencedColumns", .strings($0.referencedColumns)),
            ])
          }
        )
      ),
      (
        "indexes",
        .array(
          table.indexes.map {
            .object([
              ("name", .string($0.name)), ("unique", .boolean($0.isUnique)),
              ("columns", .strings($0.columns)),
            ])
          }
        )
      ),
    ])
  }

  private func json(_ column: ColumnSchema) -> JSONOutput {
    .object([
      ("name", .string(column.name)), ("type", .string(column.declaredType)),
      ("notNull", .boolean(column.isNotNull)),
      ("default", column.defaultSQL.map { .string($0) } ?? .null),
      ("generated", .boolean(column.generation != .none)),
    ])
  }
}
