import StateGraphRows

extension ScalarFunction {
  /// Returns the result of a text function. No operand may be NULL.
  func text(_ operands: [SQLiteValue]) throws(UndecidableRow) -> SQLiteValue {
    if self == .length, case .blob(let bytes) = operands[0] { return .integer(Int64(bytes.count)) }
    let text = try operands[0].bytes
    switch self {
    case .concatenate: return ScalarFunction.text(text + (try operands[1].bytes))
    case .lower: return ScalarFunction.text(text.map(RowCell.folded))
    case .upper: return ScalarFunction.text(text.map(ScalarFunction.uppercased))
    case .trim: return ScalarFunction.text(ScalarFunction.trimmed(text))
    case .length: return .integer(Int64(ScalarFunction.characterEnds(text).count))
    case .replace:
      let (part, replacement) = (try operands[1].bytes, try operands[2].bytes)
      return ScalarFunction.text(ScalarFunction.replacing(part, in: text, with: replacement))
    default: return try ScalarFunction.substring(of: text, operands)
    }
  }

  /// Creates a text value from valid UTF-8. The bytes come from a valid text that was cut only
  /// between characters.
  private static func text(_ bytes: some Collection<UInt8>) -> SQLiteValue {
    .text(String(decoding: bytes, as: UTF8.self))
  }

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
  }

  /// Returns the text without the spaces at both ends. Like SQLite, removes only the space U+0020.
  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    let start = text.firstIndex { $0 != space } ?? text.endIndex
    let last = text.lastIndex { $0 != space } ?? start - 1
    return text[start..<(last + 1)]
  }

  /// Returns the text in which each occurrence of `part` is replaced by `replacement`, from left to
  /// right.
  ///
  /// Like SQLite, returns the text unchanged if `part` is empty or begins with NUL.
  private static func replacing(
    _ part: [UInt8],
    in text: [UInt8],
    with replacement: [UInt8]
  ) -> [UInt8] {
    guard let first = part.first, first != 0 else { return text }
    var (result, position): ([UInt8], Int) = ([], 0)
    while position < text.count {
      if text[position] == first, text[position...].starts(with: part) {
        result += replacement
        position += part.count
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return result
  }

  /// Returns one element for each character of the text: the offset of the byte after the
  /// character. Ignores all characters from the first NUL on, as SQLite does.
  private static func characterEnds(_ text: [UInt8]) -> [Int] {
    let end = text.firstIndex(of: 0) ?? text.endIndex
    return (0..<end).filter { $0 + 1 == end || text[$0 + 1] & 0xc0 != 0x80 }.map { $0 + 1 }
  }

  /// Returns the result of `substr(text, start)` or `substr(text, start, length)`. The start 1 is
  /// the first character, and a negative start counts from the end of the text.
  private static func substring(
    of text: [UInt8],
    _ operands: [SQLiteValue]
  ) throws(UndecidableRow) -> SQLiteValue {
    guard case .integer(let start) = operands[1] else { throw UndecidableRow() }
    var length = Int64(Int32.max)
    if operands.count > 2 {
      guard case .integer(let count) = operands[2] else { throw UndecidableRow() }
      length = count
    }
    // If the start is 0, a number exceeds 32 bits, or the length is negative, the result depends on
    // the version of SQLite.
    guard start != 0, start.magnitude <= Int32.max, (0...Int64(Int32.max)).contains(length) else {
      throw UndecidableRow()
    }
    let ends = [0] + characterEnds(text)
    let count = Int64(ends.count - 1)
    let first = start > 0 ? start - 1 : count + start
    let low = max(0, min(first, count))
    let high = max(low, min(first + length, count))
    return ScalarFunction.text(text[ends[Int(low)]..<ends[Int(high)]])
  }
}

extension SQLiteValue {
  /// The UTF-8 bytes of a text. Throws for a number or a blob, which only SQLite converts to text.
  fileprivate var bytes: [UInt8] {
    get throws(UndecidableRow) {
      guard case .text(let text) = self else { throw UndecidableRow() }
      return Array(text.utf8)
    }
  }
}
