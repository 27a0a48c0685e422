import StateGraphSQLite

/// The ways in which several commands print lines, notes, SQL and JSON. Control characters are
/// escaped, because a terminal would execute them.
enum CommandOutput {
  static func line(_ text: String) throws {
    try StandardStream.output.print(TerminalText.oneLine(text) + "\n")
  }

  static func note(_ text: String) throws {
    try StandardStream.error.print(TerminalText.oneLine(text) + "\n")
  }

  /// Prints one JSON object on standard output. Its first members are the version of the format (1)
  /// and the name of the command.
  static func object(_ command: String, members: [(String, JSONOutput)]) throws {
    let head: [(String, JSONOutput)] = [("version", .integer(1)), ("command", .string(command))]
    try StandardStream.output.print(JSONOutput.object(head + members).text() + "\n")
  }

  /// Prints SQL or Swift code on standard output. All control characters except line breaks and
  /// tabs are escaped, because a terminal would execute them.
  static func script(_ sql: String) throws {
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { TerminalText.oneLine(String($0)) }.joined(separator: "\t")
    }
    try StandardStream.output.print(lines.joined(separator: "\n"))
  }

  static func migrations(_ migrations: [Migration]) -> JSONOutput {
    .array(
      migrations.map {
        .object([("number", .integer($0.version)), ("name", .string($0.name))])
      }
    )
  }
}
