import StateGraphSQLite

/// The formats for SQL and for Markdown documents.
extension ResultWriter {
  /// Writes an INSERT statement for each row. SQLite reads from it the same values, except for NaN,
  /// which no file has.
  func writeInsertions() throws -> Int {
    let names = names.map { Self.quoted($0) }.joined(separator: ", ")
    let start = "INSERT INTO \(Self.quoted(request.insertedTable)) (\(names)) VALUES ("
    var rows = 0
    while try step(after: rows) {
      rows += 1
      try output.append(start)
      for (index, column) in columns.enumerated() {
        if index > 0 { try output.append(", ") }
        try appendLiteral(column)
      }
      try output.append(");\n")
    }
    return rows
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private func appendLiteral(_ column: Int) throws {
    switch statement.storageClass(at: column) {
    case .null: try output.append("NULL")
    case .integer: try output.append(integer: statement.integer(at: column))
    case .real: try output.append(real: statement.real(at: column), .display)
    case .blob: try append(hexadecimal: statement.bytes(at: column))
    case .text:
      let bytes = statement.bytes(at: column)
      guard bytes.isValidUTF8, !bytes.contains(0) else {
        try output.append("CAST(")
        try append(hexadecimal: bytes)
        return try output.append(" AS TEXT)")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      try output.append("'" + text.replacing("'", with: "''") + "'")
    }
  }

  private func append(hexadecimal bytes: UnsafeRawBufferPointer) throws {
    let digits = Array("0123456789abcdef".utf8)
    try output.append("x'")
    for byte in bytes {
      try output.append(digits[Int(byte >> 4)])
      try output.append(digits[Int(byte & 15)])
    }
    try output.append("'")
  }

  /// Writes a table of GitHub's Markdown. The first row decides which columns stand at the right.
  func writeMarkdown() throws -> Int {
    var rows = 0
    while try step(after: rows) {
      if rows == 0 { try appendMarkdownHeader(isFilled: true) }
      rows += 1
      try appendMarkdown(columns.map { Self.markdown(DisplayText(statement, column: $0)) })
    }
    if rows == 0 { try appendMarkdownHeader(isFilled: false) }
    return rows
  }

  private func appendMarkdownHeader(isFilled: Bool) throws {
    try appendMarkdown(names.map { Self.markdown(DisplayText(name: $0)) })
    try appendMarkdown(
      columns.map { isFilled && DisplayText(statement, column: $0).isNumber ? "---:" : "---" }
    )
  }

  private func appendMarkdown(_ cells: [String]) throws {
    try output.append("| " + cells.joined(separator: " | ") + " |\n")
  }

  private static func markdown(_ shown: DisplayText) -> String {
    if shown.isNull { return "" }
    return shown.text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
      .replacing("<", with: "&lt;")
  }
}
