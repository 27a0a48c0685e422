package import StateGraphSQLite

/// Writes the rows of a statement in the output format of a request, in the order in which SQLite
/// returns them. ``QuerySession`` creates it for each run.
package struct ResultWriter {
  let request: QueryRequest
  let statement: Statement
  let output: ByteOutput
  /// The columns to write: their indexes in the statement, and their names.
  let columns: [Int]
  let names: [String]

  package init(_ request: QueryRequest, statement: Statement, to output: ByteOutput) {
    self.request = request
    self.statement = statement
    self.output = output
    let all = Array(0..<statement.columnCount)
    columns = request.columns.map { $0.filter(all.contains) } ?? all
    names = columns.map { statement.columnName($0) }
  }

  /// Writes all rows in the format of the request, and returns their number.
  package func writeRows() throws -> Int {
    for _ in 0..<(request.rows?.lowerBound ?? 0) {
      guard try statement.step() else { break }
    }
    if request.isReport { return try writeReport() }
    switch request.format {
    case .csv, .tsv: return try writeDelimited()
    case .json: return try writeJSON(.array)
    case .jsonl: return try writeJSON(.lines)
    case .line: return try writeLines()
    case .markdown: return try writeMarkdown()
    case .insert: return try writeInsertions()
    case .table:
      return try TextTable(request, names: names).write(statement, to: output)
    }
  }

  /// Moves to the next row, unless the request wants no further one.
  func step(after count: Int) throws -> Bool {
    if let rows = request.rows, count >= rows.count { return false }
    return try statement.step()
  }

  private func writeDelimited() throws -> Int {
    let text = DelimitedText(
      separator: UInt8(ascii: request.format == .tsv ? "\t" : ","),
      lineEnd: .lf,
      rules: .display
    )
    if request.hasHeader { try text.appendHeader(names, to: output) }
    var rows = 0
    while try step(after: rows) {
      rows += 1
      try text.appendRow(statement, columns: columns, to: output) { problem, index in
        problem.error(table: "the result", column: names[index], row: rows)
      }
    }
    return rows
  }

  private func writeReport() throws -> Int {
    try output.append("{\n  \"version\": 1,\n  \"command\": \"query\",\n  \"rows\": ")
    let rows = try writeJSON(.line)
    try output.append("\n}\n")
    return rows
  }

  enum JSONLayout {
    /// A JSON array with each object on its own line.
    case array
    /// A JSON array on one line, without a line feed at the end, so that more text can follow on
    /// the line.
    case line
    /// JSON objects without an array around them. Each object is on its own line.
    case lines
  }

  func writeJSON(_ layout: JSONLayout) throws -> Int {
    let keys = uniqueNames.map { JSONKey($0) }
    var rows = 0
    if layout != .lines { try output.append("[") }
    while try step(after: rows) {
      if layout == .array { try output.append(rows == 0 ? "\n" : ",\n") }
      if layout == .line, rows > 0 { try output.append(",") }
      rows += 1
      try appendObject(keys)
      if layout == .lines { try output.append("\n") }
    }
    switch layout {
    case .array: try output.append(rows == 0 ? "]\n" : "\n]\n")
    case .line: try output.append("]")
    case .lines: break
    }
    return rows
  }

  private func appendObject(_ keys: [JSONKey]) throws {
    for (index, key) in keys.enumerated() {
      try output.append(index == 0 ? "{" : ",")
      try output.append(key.text)
      try output.appendJSON(statement, column: columns[index], rules: .display)
    }
    try output.append(keys.isEmpty ? "{}" : "}")
  }

  /// One element for each column of the result: the name of its JSON member. A JSON object must not
  /// have the same name twice, so a second column `id` becomes `id_2`.
  private var uniqueNames: [String] {
    var taken = Set(names.map { Array($0.utf8) })
    var seen: Set<[UInt8]> = []
    return names.map { name in
      if seen.insert(Array(name.utf8)).inserted { return name }
      var number = 2
      while !taken.insert(Array("\(name)_\(number)".utf8)).inserted { number += 1 }
      return "\(name)_\(number)"
    }
  }

  /// Writes each column as `name = value` on its own line, with an empty line between two rows.
  /// Returns the number of rows.
  private func writeLines() throws -> Int {
    let shown = names.map { DisplayText(name: $0) }
    let width = shown.map(\.width).max() ?? 0
    var rows = 0
    while try step(after: rows) {
      if rows > 0 { try output.append("\n") }
      rows += 1
      for (index, name) in shown.enumerated() {
        try output.append(String(repeating: " ", count: width - name.width))
        try output.append("\(name.text) = \(DisplayText(statement, column: columns[index]).text)\n")
      }
    }
    return rows
  }
}
