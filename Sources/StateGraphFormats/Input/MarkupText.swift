/// Recognizes XML and HTML, which would otherwise be read as CSV with one column.
enum MarkupText {
  /// Returns `HTML` or `XML` if the text is one of them. A CSV header may contain names such as
  /// `<DATE>`, so a tag alone is no evidence.
  static func name(of text: UnsafeBufferPointer<UInt8>) -> String? {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let start = text.drop { blanks.contains($0) }
    guard start.first == UInt8(ascii: "<") else { return nil }
    let lower = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") { return "HTML" }
    if lower.hasPrefix("<?xml") || lower.hasPrefix("<!") { return "XML" }
    guard let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let behind = start[(end + 1)...].drop { blanks.contains($0) }
    return behind.first == UInt8(ascii: "<") ? "XML" : nil
  }
}
