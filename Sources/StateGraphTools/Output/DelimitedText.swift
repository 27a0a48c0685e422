package import StateGraphSQLite

/// Writes records as CSV (RFC 4180), with any character as the separator.
///
/// NULL becomes an empty field, and an empty text becomes `""`, so that the importer can
/// distinguish the two.
package struct DelimitedText {
  package var separator: UInt8
  package var lineEnd: LineEnd
  package var rules: ValueRules

  package init(separator: UInt8, lineEnd: LineEnd, rules: ValueRules) {
    self.separator = separator
    self.lineEnd = lineEnd
    self.rules = rules
  }

  /// Writes the names of the columns. Names with the separator of another format are in quotes,
  /// because readers find the separator of a file in its header.
  package func appendHeader(_ names: [String], to output: ByteOutput) throws {
    for (index, var name) in names.enumerated() {
      if index > 0 { try output.append(separator) }
      let isQuoted = name.utf8.contains { Array(",;|\t".utf8).contains($0) }
      try name.withUTF8 {
        try append(text: UnsafeRawBufferPointer($0), isQuoted: isQuoted, to: output)
      }
    }
    try output.append(lineEnd.text)
  }

  /// Writes the current row of a statement as one record.
  ///
  /// - Parameters:
  ///   - statement: The statement whose current row is written.
  ///   - columns: The indexes of the columns to write.
  ///   - output: The output to which the record is written.
  ///   - failing: Returns the error to throw for a value that cannot be written. It receives the
  ///     problem and the index of the column.
  package func appendRow(
    _ statement: Statement,
    columns: some Collection<Int>,
    to output: ByteOutput,
    failing: (ValueProblem, Int) -> any Error
  ) throws {
    if !rules.repairsText, columns.allSatisfy({ statement.storageClass(at: $0) == .null }) {
      throw failing(ValueProblem.lonelyNull, 0)
    }
    for (index, column) in columns.enumerated() {
      if index > 0 { try output.append(separator) }
      do {
        try append(statement, column: column, to: output)
      } catch let problem as ValueProblem {
        throw failing(problem, index)
      }
    }
    try output.append(lineEnd.text)
  }

  private func append(
    _ statement: Statement,
    column: Int,
    to output: ByteOutput
  ) throws {
    switch statement.storageClass(at: column) {
    case .null: break
    case .integer: try output.append(integer: statement.integer(at: column))
    case .real: try output.append(real: statement.real(at: column), rules)
    case .text: try append(text: statement.bytes(at: column), to: output)
    case .blob:
      guard rules.blobs == .base64 else { throw ValueProblem.blob }
      let bytes = statement.bytes(at: column)
      if bytes.isEmpty { try output.append("\"\"") }
      try output.append(base64: bytes)
    }
  }

  private func append(
    text bytes: UnsafeRawBufferPointer,
    isQuoted: Bool = false,
    to output: ByteOutput
  ) throws {
    guard bytes.isValidUTF8 else {
      guard rules.repairsText else { throw ValueProblem.invalidText }
      var repaired = String(decoding: bytes, as: UTF8.self)
      return try repaired.withUTF8 { try append(text: UnsafeRawBufferPointer($0), to: output) }
    }
    if !rules.repairsText, bytes.contains(0) { throw ValueProblem.nul }
    guard isQuoted || needsQuotes(bytes) else { return try output.append(bytes) }
    let quote = UInt8(ascii: "\"")
    try output.append(quote)
    var start = 0
    for index in 0..<bytes.count where bytes[index] == quote {
      try output.append(UnsafeRawBufferPointer(rebasing: bytes[start...index]))
      start = index
    }
    try output.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    try output.append(quote)
  }

  /// Returns whether a text must be in quotes. A text that begins with the first byte of a byte
  /// order mark must: at the start of a file, a reader would skip the mark.
  private func needsQuotes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.isEmpty || bytes[0] == 0xEF
      || bytes.contains {
        $0 == UInt8(ascii: "\"") || $0 == separator || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: "\r")
      }
  }
}
