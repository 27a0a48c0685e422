import StateGraphFormats
package import StateGraphSQLite

extension ByteOutput {
  /// Appends a value of a statement's current row as JSON (RFC 8259).
  ///
  /// - Throws: `ValueProblem` if `rules` do not allow the value. ``InspectionError`` if the output
  ///   cannot be written.
  package func appendJSON(_ statement: Statement, column: Int, rules: ValueRules) throws {
    switch statement.storageClass(at: column) {
    case .null: try append("null")
    case .integer: try append(integer: statement.integer(at: column))
    case .real: try append(real: statement.real(at: column), rules)
    case .text: try appendJSON(text: statement.bytes(at: column), rules)
    case .blob:
      guard rules.blobs == .base64 else { throw ValueProblem.blob }
      try append("{\"$base64\":\"")
      try append(base64: statement.bytes(at: column))
      try append("\"}")
    }
  }

  /// Appends a value as JSON for a person to read. Infinity becomes 9e999, and U+FFFD replaces
  /// invalid UTF-8.
  package func appendJSON(_ value: SQLiteValue) throws {
    switch value {
    case .null: try append("null")
    case .integer(let integer): try append(integer: integer)
    case .real(let real): try append(real: real, .display)
    case .text(let text): try appendJSON(string: text)
    case .blob(let bytes):
      try append("{\"$base64\":\"")
      try bytes.withUnsafeBytes { try append(base64: $0) }
      try append("\"}")
    }
  }

  /// Appends bytes as a JSON string in quotes, with escapes.
  ///
  /// - Throws: `ValueProblem.invalidText` if the bytes are not valid UTF-8 and `rules` do not allow
  ///   a repair.
  package func appendJSON(text bytes: UnsafeRawBufferPointer, _ rules: ValueRules) throws {
    guard bytes.isValidUTF8 else {
      guard rules.repairsText else { throw ValueProblem.invalidText }
      return try appendJSON(string: String(decoding: bytes, as: UTF8.self))
    }
    try append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      try append(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
      if let sequence = JSONEscape.sequence(byte) { try append(sequence) }
      start = index + 1
    }
    try append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    try append(UInt8(ascii: "\""))
  }

  /// Appends `string` as a JSON string in quotes, with all necessary escapes.
  package func appendJSON(string: String) throws {
    var string = string
    try string.withUTF8 { try appendJSON(text: UnsafeRawBufferPointer($0), .display) }
  }
}

extension UnsafeRawBufferPointer {
  package var isValidUTF8: Bool {
    guard let start = baseAddress else { return true }
    return UTF8Validation.firstInvalid(start.assumingMemoryBound(to: UInt8.self), count: count)
      == nil
  }
}
