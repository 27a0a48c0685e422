/// Recognizes text that is neither CSV nor JSON, which would otherwise be read as CSV with one
/// column: XML, HTML, SQL, and tables that a program has drawn for a terminal.
enum OtherText {
  /// Returns what the text is, and what the user can do, or nil if the text may be CSV.
  ///
  /// - Parameter isTold: Whether the user has named the separator, so that the text is CSV even if
  ///   it looks like a drawn table.
  static func problem(
    of text: UnsafeBufferPointer<UInt8>,
    isTold: Bool
  ) -> (name: String, remedy: String)? {
    if let name = markup(of: text) ?? sql(of: text) {
      return (name, "Export the data as CSV or JSON")
    }
    if text.first == recordSeparator, text.dropFirst().first == UInt8(ascii: "{") {
      return ("a JSON text sequence", "Make JSON lines of it: tr -d '\\036'")
    }
    guard !isTold, isDrawn(text) else { return nil }
    return (
      "a table that is drawn for a terminal",
      "Write it as CSV, for example with \\copy of psql, mariadb -B or sqlite3 -csv. If it is CSV, "
        + "pass its separator with --separator"
    )
  }

  /// Returns `HTML` or `XML` if the text is one of them. A CSV header may contain names such as
  /// `<DATE>`, so a tag alone is no evidence.
  private static func markup(of text: UnsafeBufferPointer<UInt8>) -> String? {
    let start = text.drop { blanks.contains($0) }
    guard start.first == UInt8(ascii: "<") else { return nil }
    let lower = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") { return "HTML" }
    if lower.hasPrefix("<?xml") || lower.hasPrefix("<!") { return "XML" }
    guard let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let behind = start[(end + 1)...].drop { blanks.contains($0) }
    return behind.first == UInt8(ascii: "<") ? "XML" : nil
  }

  /// Returns `SQL` if the first line that is no comment is a statement of a dump.
  private static func sql(of text: UnsafeBufferPointer<UInt8>) -> String? {
    for line in text.split(maxSplits: 50, whereSeparator: { CSVRecordCursor.isLineEnd($0) }) {
      let start = String(decoding: line.prefix(256), as: UTF8.self)
      if start.hasPrefix("--") || start.allSatisfy({ $0 == " " }) { continue }
      let upper = start.uppercased()
      let isStatement =
        ["CREATE TABLE ", "INSERT INTO ", "PRAGMA FOREIGN_KEYS=", "/*!40", "SET STATEMENT_TIMEOUT"]
        .contains { upper.hasPrefix($0) }
        || upper.hasPrefix("COPY ") && upper.hasSuffix("FROM STDIN;")
      return isStatement ? "SQL" : nil
    }
    return nil
  }

  /// Returns whether a line of the table is drawn: the first or second one consists of lines.
  private static func isDrawn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let lines = text.prefix(4_096).split(maxSplits: 2) { CSVRecordCursor.isLineEnd($0) }
    for line in lines.prefix(2) {
      let corners = ["\u{250C}", "\u{256D}", "\u{2554}"]
      if corners.contains(where: { line.starts(with: $0.utf8) }) { return true }
      if line.starts(with: "**********".utf8) { return true }
      let isLine = line.allSatisfy { "-+|:= ".utf8.contains($0) }
      if isLine, String(decoding: line, as: UTF8.self).contains("---") { return true }
    }
    return false
  }

  /// The byte before each text of RFC 7464.
  private static let recordSeparator: UInt8 = 0x1E
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
}
