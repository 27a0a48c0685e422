import StateGraphFixtures
import StateGraphFormats

extension ExtractReport {
  /// Returns the report of `fixtures extract` as text for the terminal: a line for each table with
  /// its row count and files.
  func text(output: String) -> String {
    tables.map { table in
      let files = table.files.map { "\(output)/\($0)" }.joined(separator: ", ")
      return TerminalText.oneLine(
        "\(table.name): \(Quantity(table.rows, of: "row")), \(files)"
      ) + "\n"
    }.joined()
  }

  /// Returns the report of `fixtures extract` as JSON, for programs that parse the output of the
  /// command.
  func json(output: String) -> String {
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("fixtures extract")),
      ("output", .string(output)), ("note", note.map { .string($0) } ?? .null),
      (
        "tables",
        .array(
          tables.map {
            .object([
              ("table", .string($0.name)), ("rows", .integer($0.rows)),
              ("bytes", .integer($0.bytes)), ("files", .strings($0.files)),
            ])
          }
        )
      ),
    ])
    return report.text() + "\n"
  }
}
