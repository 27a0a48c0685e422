import StateGraphFixtures
import StateGraphFormats
import StateGraphSQLite

/// Prints the values of rows for expectations: labels instead of keys, and NULL unlike empty text.
struct RowPrinter: Sendable {
  /// The number of bytes of a BLOB that are printed.
  private static let blobLimit = 32

  let schema: LabelSchema
  let labels: LabelIndex

  /// Returns the table with a name, in the spelling of the schema.
  func table(_ name: String) throws -> TableSchema {
    if let table = schema.table(name) { return table }
    let nearest = FoldedName.nearest(to: name, among: schema.tableNames)
    throw TestDatabaseError(
      .misuse,
      "The database has no table \(printable(name)).",
      remedy: nearest.map { "The nearest is \(printable($0))." } ?? ""
    )
  }

  /// Returns the indices of columns. The name of a foreign key may be written without `_id`.
  func columns(_ names: [String], of table: TableSchema) throws -> [Int] {
    try names.map { name in
      if let index = table.columnIndex(name) ?? table.columnIndex(name + "_id") { return index }
      let nearest = FoldedName.nearest(to: name, among: table.columns.map(\.name))
      throw TestDatabaseError(
        .misuse,
        "The table \(table.name) has no column \(printable(name)).",
        remedy: nearest.map { "The nearest is \(printable($0))." } ?? ""
      )
    }
  }

  /// Returns one value as text.
  func text(_ value: SQLiteValue, column: Int, of table: TableSchema) -> String {
    if let target = schema.column(column, of: table.name),
      let label = labels.label(value, in: target.table)
    {
      return "@" + label
    }
    switch value {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let text):
      let isOfText = table.columns[column].affinity == .text
      return Self.needsQuotes(text, isOfText: isOfText) ? JSONEscape.quoted(text) : text
    case .blob(let bytes):
      let digits = bytes.prefix(Self.blobLimit)
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "x'\(digits)'" + (bytes.count > Self.blobLimit ? " (\(bytes.count) bytes)" : "")
    }
  }

  /// Whether the text could be taken for another value, or for a part of the table.
  private static func needsQuotes(_ text: String, isOfText: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return true
    }
    if !isOfText, Double(text) != nil { return true }
    return text == "NULL" || text.hasPrefix("x'") || "@\" ".unicodeScalars.contains(first)
      || last == " " || text.unicodeScalars.contains { $0 == "|" || $0.value < 32 }
  }
}
