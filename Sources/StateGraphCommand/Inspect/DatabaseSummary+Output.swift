import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

extension DatabaseSummary {
  /// Returns the output of `inspect` as text for the terminal: facts about the file, then the
  /// migrations, then each table.
  ///
  /// - Parameter hasFile: Whether to describe the file, and not only the tables.
  func text(withFile hasFile: Bool) -> String {
    var lines = hasFile ? fileLines : []
    lines += uncounted.map { "not counted: \($0)" }
    lines += unreadable.map { "not readable: \($0.kind) \(printable($0.name)): \($0.reason)" }
    for table in tables {
      if !lines.isEmpty { lines.append("") }
      lines += describe(table)
    }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  private var fileLines: [String] {
    var lines = [
      "\(path): \(size(fileBytes)), pages of \(pageBytes), application id \(hexadecimalID)"
    ]
    var details = ["journal \(journalMode)", "user version \(userVersion)"]
    if freePageCount > 0 { details.append("\(freePageCount) of \(pageCount) pages are free") }
    if let logBytes { details.append("log of \(size(logBytes))") }
    lines.append(details.joined(separator: ", "))
    for migration in migrations {
      lines.append("migration \(migration.name), applied \(migration.appliedAt)")
    }
    for difference in drift ?? [] { lines.append("drift: \(difference)") }
    if drift == [] { lines.append("the schema is the one that the migrations make") }
    return lines
  }

  /// The output of `inspect` as JSON, for programs that parse the output of the command.
  var json: JSONOutput {
    .object([
      ("version", .integer(1)), ("command", .string("inspect")), ("path", .string(path)),
      ("fileBytes", .integer(fileBytes)), ("logBytes", optional(logBytes)),
      ("pageBytes", .integer(pageBytes)), ("pages", .integer(pageCount)),
      ("freePages", .integer(freePageCount)), ("journalMode", .string(journalMode)),
      ("userVersion", .integer(userVersion)), ("applicationID", .integer(applicationID)),
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
      ("drift", drift.map { .strings($0) } ?? .null), ("tables", .array(tables.map(json))),
      ("uncounted", .strings(uncounted)),
      (
        "unreadable",
        .array(
          unreadable.map {
            .object([
              ("kind", .string($0.kind)), ("name", .string($0.name)),
              ("reason", .string($0.reason)),
            ])
          }
        )
      ),
    ])
  }

  private var hexadecimalID: String {
    "0x" + String(UInt32(truncatingIfNeeded: applicationID), radix: 16)
  }

  private func size(_ bytes: Int64) -> String { "\(Quantity(bytes, of: "byte"))" }

  private func optional(_ value: Int64?) -> JSONOutput { value.map { .integer($0) } ?? .null }

  private func describe(_ table: Table) -> [String] {
    var facts: [String] = []
    if let count = table.rowCount { facts.append("\(Quantity(count, of: "row"))") }
    if let bytes = table.bytes { facts.append(size(bytes)) }
    var lines = [
      facts.isEmpty ? table.schema.name : "\(table.schema.name): \(facts.joined(separator: ", "))"
    ]
    lines += table.schema.columns.map { "  \(describe($0))" }
    if !table.schema.primaryKey.isEmpty {
      lines.append("  primary key (\(table.schema.primaryKey.joined(separator: ", ")))")
    }
    for key in table.schema.foreignKeys {
      let action =
        key.onDelete == .noAction ? "" : ", on delete \(key.onDelete.rawValue.lowercased())"
      lines.append(
        "  foreign key (\(key.columns.joined(separator: ", "))) to \(key.referencedTable) "
          + "(\(key.referencedColumns.joined(separator: ", ")))\(action)"
      )
    }
    for index in table.indexes {
      let columns = index.schema.columns.map { $0 ?? "(expression)" }.joined(separator: ", ")
      lines.append(
        "  \(index.schema.isUnique ? "unique " : "")index \(index.schema.name) (\(columns))"
          + (index.schema.isPartial ? ", partial" : "")
          + (index.bytes.map { ": \(size($0))" } ?? "")
      )
    }
    return lines
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
    let indexes = table.indexes.map { index -> JSONOutput in
      .object(index.schema.members + [("bytes", optional(index.bytes))])
    }
    let shape = table.schema.members.filter { $0.0 != "name" && $0.0 != "indexes" }
    return .object(
      [
        ("name", .string(table.schema.name)), ("rows", optional(table.rowCount)),
        ("bytes", optional(table.bytes)),
      ] + shape + [("indexes", .array(indexes))]
    )
  }
}
