import StateGraphFormats
import StateGraphImport

extension RejectReport {
  /// Returns the rejected records of an import as text for the terminal. The text is empty if no
  /// record was rejected.
  ///
  /// The text contains the count and the first records of each kind of error. If the import wrote a
  /// reject file, the text ends with the command that imports this file after its correction.
  ///
  /// - Parameter command: Returns the command that imports the reject file at the given path.
  func text(command: (String) -> String) -> String {
    guard count > 0 else { return "" }
    var lines: [String] = []
    for group in groups {
      lines.append("\(Quantity(group.count, of: "record")) rejected (\(group.code)):")
      lines += group.first.map { "  " + Self.sentence($0) }
      let rest = group.count - group.first.count
      if rest > 0 { lines.append("  … and \(rest) more") }
    }
    if let filePath {
      let verb = count == 1 ? "is" : "are"
      lines.append("The rejected \(count == 1 ? "record" : "records") \(verb) in \(filePath).")
      lines.append(
        "Correct \"raw\" there, then run: " + command(filePath)
      )
    } else {
      lines.append("\(Quantity(count, of: "record")) rejected in all.")
    }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  /// The rejected records of an import as JSON, for programs that parse the output of the command.
  var json: JSONOutput {
    let groups = groups.map { group -> JSONOutput in
      .object([
        ("code", .string(group.code.description)), ("count", .integer(group.count)),
        ("first", .array(group.first.map(Self.json))),
      ])
    }
    return .object([
      ("count", .integer(count)), ("path", filePath.map { .string($0) } ?? .null),
      ("groups", .array(groups)),
    ])
  }

  private static func json(_ record: RejectedRecord) -> JSONOutput {
    .object([
      ("file", record.place.map { .string($0.file) } ?? .null),
      ("line", record.place.map { .integer($0.line) } ?? .null),
      ("column", record.place.map { .integer($0.column) } ?? .null),
      ("byte", record.place.map { .integer($0.byteOffset) } ?? .null),
      ("message", .string(record.message)), ("remedy", .string(record.remedy)),
    ])
  }

  private static func sentence(_ record: RejectedRecord) -> String {
    let location = record.place.map { "\($0): " } ?? ""
    return location + record.message + (record.remedy.isEmpty ? "" : ". " + record.remedy)
  }
}
