/// Writes rows of comma-separated values, with quotes only where they are necessary.
///
/// A missing value is an empty field. An empty text is an empty field in quotes.
struct CSVWriter {
  private let file: OutputFile

  init(directory: String, name: String, header: [String]) throws(OutputError) {
    file = try OutputFile(directory: directory, name: name)
    try row(header)
  }

  func row(_ fields: [String?]) throws(OutputError) {
    for (position, field) in fields.enumerated() {
      if position > 0 {
        file.append(UInt8(ascii: ","))
      }
      if let field {
        append(field)
      }
    }
    file.append(UInt8(ascii: "\n"))
    try file.flushIfFull()
  }

  func close() throws(OutputError) {
    try file.close()
  }

  private func append(_ field: String) {
    guard field.isEmpty || field.utf8.contains(where: Self.needsQuotes) else {
      file.append(field)
      return
    }
    file.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") {
        file.append(byte)
      }
      file.append(byte)
    }
    file.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
