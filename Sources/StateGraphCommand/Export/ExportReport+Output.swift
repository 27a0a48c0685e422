import StateGraphTools

extension ExportReport {
  /// The export report as text for the terminal, with one line for each table.
  var text: String {
    tables.map { table in
      TerminalText.oneLine("\(table.table): \(table.rows) rows, \(table.path ?? "")") + "\n"
    }.joined()
  }

  /// The rows that a nested export does not contain, as clauses without a full stop.
  var warnings: [String] {
    leftOut.map { left in
      let rows = left.rows == 1 ? "1 row" : "\(left.rows) rows"
      let verb = left.rows == 1 ? "is" : "are"
      return "\(rows) of \(left.table) \(verb) not in the export, because no exported record leads "
        + "to them; export this table too"
    }
  }

  /// The export report as JSON, for programs that parse the output of the command.
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
      (
        "leftOut",
        .array(
          leftOut.map { .object([("table", .string($0.table)), ("rows", .integer($0.rows))]) }
        )
      ),
    ])
    return report.text() + "\n"
  }
}
