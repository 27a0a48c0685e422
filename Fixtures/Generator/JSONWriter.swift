/// Writes JSON objects, as the elements of one array or each on a line of its own.
final class JSONWriter {
  private let file: OutputFile
  private let isArray: Bool
  private var isFirstRecord = true
  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  init(directory: String, name: String, isArray: Bool) throws(OutputError) {
    file = try OutputFile(directory: directory, name: name)
    self.isArray = isArray
  }

  func record(_ members: () -> Void) throws(OutputError) {
    if isArray {
      file.append(isFirstRecord ? "[\n" : ",\n")
      isFirstRecord = false
    }
    isFirst = true
    object(members)
    if !isArray {
      file.append(UInt8(ascii: "\n"))
    }
    try file.flushIfFull()
  }

  func close() throws(OutputError) {
    if isArray {
      file.append(isFirstRecord ? "[]\n" : "\n]\n")
    }
    try file.close()
  }

  /// Writes an object as an element of an array.
  func object(_ members: () -> Void) {
    separate()
    nest("{", members, "}")
  }

  func object(_ name: String, _ members: () -> Void) {
    member(name)
    nest("{", members, "}")
  }

  func array(_ name: String, _ elements: () -> Void) {
    member(name)
    nest("[", elements, "]")
  }

  /// Writes a text, or null for nil.
  func text(_ name: String, _ value: String?) {
    member(name)
    if let value {
      append(quoted: value)
    } else {
      file.append("null")
    }
  }

  /// Writes a number, or null for nil.
  func number(_ name: String, _ value: Int?) {
    member(name)
    file.append(value.map(String.init) ?? "null")
  }

  private func member(_ name: String) {
    separate()
    append(quoted: name)
    file.append(UInt8(ascii: ":"))
  }

  private func separate() {
    if !isFirst {
      file.append(UInt8(ascii: ","))
    }
    isFirst = false
  }

  private func nest(_ start: Unicode.Scalar, _ contents: () -> Void, _ end: Unicode.Scalar) {
    file.append(UInt8(ascii: start))
    isFirst = true
    contents()
    file.append(UInt8(ascii: end))
    isFirst = false
  }

  private func append(quoted text: String) {
    file.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): file.append(#"\""#)
      case UInt8(ascii: "\\"): file.append(#"\\"#)
      case UInt8(ascii: "\n"): file.append(#"\n"#)
      case UInt8(ascii: "\r"): file.append(#"\r"#)
      case UInt8(ascii: "\t"): file.append(#"\t"#)
      default: file.append(byte)
      }
    }
    file.append(UInt8(ascii: "\""))
  }
}
