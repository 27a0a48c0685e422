/// The parts of a CREATE TABLE statement, exactly as the statement spells them.
struct TableText {
  /// The text between the parentheses, split at the commas. The columns come first, then the
  /// constraints of the table.
  let items: [String]
  /// Everything from the opening parenthesis on: the columns, the constraints, and options such as
  /// `STRICT`.
  let body: String
  /// The options after the closing parenthesis, such as `STRICT`. Empty if there are none.
  let options: String

  /// Splits a CREATE TABLE statement, or returns nil if the statement has no complete pair of
  /// parentheses.
  init?(_ sql: String) {
    let bytes = Array(sql.utf8)
    var items: [String] = []
    var depth = 0
    var (open, start) = (0, 0)
    var position = 0
    while position < bytes.count {
      let end = Self.endOfUnit(at: position, in: bytes)
      defer { position = end }
      guard end == position + 1 else { continue }
      switch bytes[position] {
      case UInt8(ascii: "("):
        if depth == 0 { (open, start) = (position, end) }
        depth += 1
      case UInt8(ascii: ","):
        guard depth == 1 else { continue }
        items.append(Self.trimmed(bytes[start..<position]))
        start = end
      case UInt8(ascii: ")"):
        depth -= 1
        guard depth == 0 else { continue }
        self.items = items + [Self.trimmed(bytes[start..<position])]
        body = Self.trimmed(bytes[open...])
        options = Self.trimmed(bytes[end...])
        return
      default: continue
      }
    }
    return nil
  }

  /// Returns the index after the quoted text or comment that begins at `start`. If none begins
  /// there, returns the next index.
  private static func endOfUnit(at start: Int, in bytes: [UInt8]) -> Int {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch bytes[start] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      // A doubled quote inside of a text counts as the end of one text and the beginning of another
      // one. The result is the same.
      return end(after: [bytes[start]], from: start + 1, in: bytes)
    case UInt8(ascii: "["): return end(after: Array("]".utf8), from: start + 1, in: bytes)
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
      return end(after: Array("\n".utf8), from: start + 2, in: bytes)
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      return end(after: Array("*/".utf8), from: start + 2, in: bytes)
    default: return start + 1
    }
  }

  private static func end(after mark: [UInt8], from start: Int, in bytes: [UInt8]) -> Int {
    var position = start
    while position < bytes.count {
      if bytes[position...].starts(with: mark) { return position + mark.count }
      position += 1
    }
    return bytes.count
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}
