/// The rows that a developer expects, read from the text of an expectation. The first line of the
/// text is a header with the names of the columns.
struct ExpectedTable {
  let columns: [String]
  let rows: [[String]]

  /// - Throws: ``TestDatabaseError`` if the text has no header, or if a row has more or fewer cells
  ///   than the header.
  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map(Self.cells).filter { $0 != [""] }
    guard let header = lines.first else {
      throw TestDatabaseError(
        .misuse,
        "The expected table is empty.",
        remedy: "Its first line has the names of the columns, separated by |."
      )
    }
    for (number, row) in lines.enumerated() where row.count != header.count {
      throw TestDatabaseError(
        .misuse,
        "Line \(number + 1) of the expected table has \(row.count) cells. The header has "
          + "\(header.count).",
        remedy: "Write a text that contains | in double quotes."
      )
    }
    columns = header
    rows = Array(lines.dropFirst())
  }

  /// Splits a line at each `|` that is not in double quotes.
  static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var (isQuoted, isEscaped) = (false, false)
    for character in line {
      if character == "|", !isQuoted {
        cells.append(trimmed(cell))
        cell = ""
        continue
      }
      if character == "\"", !isEscaped, isQuoted || trimmed(cell).isEmpty { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      cell.append(character)
    }
    return cells + [trimmed(cell)]
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
