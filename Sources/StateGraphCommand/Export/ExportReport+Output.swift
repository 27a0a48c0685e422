import StateGraphTools

extension ExportReport {
  /// The report for people.
  var text: String {
    tables.map { table in
      TerminalText.oneLine("\(table.table): \(table.rows) rows, \(table.path ?? "")") + "\n"
    }.joined()
  }

  /// The report for programs.
  var json: String {
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("export")),
      (
        "tables",
        .array(
          tables.map {
            .object([
              ("table", .string($0.table)), ("path", $0.path.map { .string($0) } ?? .null),
              ("rows", .integer($0.rows)), ("bytes", .integer($0.bytes)),
            ])
          }
        )
      ),
      ("notes", .strings(notes)),
    ])
    return report.text() + "\n"
  }
}
