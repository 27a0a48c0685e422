import StateGraphFixtures
import StateGraphFormats
import StateGraphPersistence

/// Writes the rows of a database as the text of fixture files. The message of a failed ``History``
/// shows this text.
struct FixtureText {
  private static let rowLimit = 40

  private let printer: RowPrinter

  init(_ printer: RowPrinter) { self.printer = printer }

  /// Returns the rows of all tables, as JSON lines. The rows of a table follow the name of its
  /// fixture file.
  func text(of database: Database) throws -> String {
    var lines: [String] = []
    for name in printer.schema.tableNames {
      let table = try printer.table(name)
      let names = table.columns.filter { $0.generation == .none }.map(\.name)
      let rows = try database.rows("SELECT \(columns: names) FROM \(table: name)")
      guard !rows.isEmpty else { continue }
      lines.append("\(name).jsonl")
      lines += rows.prefix(Self.rowLimit).map { row in
        let members = zip(names, row.values).filter { $0.1 != .null }.map { column, value in
          "\(JSONEscape.quoted(column)): \(json(value, column: column, of: table))"
        }
        return "  {" + members.joined(separator: ", ") + "}"
      }
      if rows.count > Self.rowLimit {
        lines.append("  … and \(rows.count - Self.rowLimit) more rows")
      }
    }
    return lines.isEmpty ? "no rows" : lines.joined(separator: "\n")
  }

  private func json(_ value: SQLiteValue, column: String, of table: TableSchema) -> String {
    if let index = table.columnIndex(column),
      let target = printer.schema.column(index, of: table.name),
      let label = printer.labels.label(value, in: target.table)
    {
      return JSONEscape.quoted("@" + label)
    }
    return switch value {
    case .null: "null"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): JSONEscape.quoted(text)
    case .blob(let bytes): "{\"$base64\": \"\(RFC4648.base64(bytes))\"}"
    }
  }
}
