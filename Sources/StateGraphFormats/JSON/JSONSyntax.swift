/// Checks whether a text is one JSON value (RFC 8259), without building the value.
///
/// The text must be valid UTF-8. Numbers can have any length.
package struct JSONSyntax {
  /// The number of arrays and objects that may be open at once. SQLite has the same limit.
  private static let maximumDepth = 1_000

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    var syntax = JSONSyntax(bytes: text)
    guard syntax.readValue(depth: 0) else { return false }
    syntax.skipBlanks()
    return syntax.index == text.count
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count,
      (0..<count).allSatisfy({ bytes[index + $0] == word.utf8Start[$0] })
    else { return false }
    index += count
    return true
  }

  private mutating func readValue(depth: Int) -> Bool {
    skipBlanks()
    guard let byte = next else { return false }
    switch byte {
    case UInt8(ascii: "{"): return readMembers(depth: depth + 1)
    case UInt8(ascii: "["): return readElements(depth: depth + 1)
    case UInt8(ascii: "\""): return readString()
    case UInt8(ascii: "t"): return skip("true")
    case UInt8(ascii: "f"): return skip("false")
    case UInt8(ascii: "n"): return skip("null")
    default: return readNumber()
    }
  }

  private mutating func readElements(depth: Int) -> Bool {
    guard depth <= Self.maximumDepth, skip(UInt8(ascii: "[")) else { return false }
    skipBlanks()
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      guard readValue(depth: depth) else { return false }
      skipBlanks()
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  private mutating func readMembers(depth: Int) -> Bool {
    guard depth <= Self.maximumDepth, skip(UInt8(ascii: "{")) else { return false }
    skipBlanks()
    if skip(UInt8(ascii: "}")) { return true }
    repeat {
      skipBlanks()
      guard readString() else { return false }
      skipBlanks()
      guard skip(UInt8(ascii: ":")), readValue(depth: depth) else { return false }
      skipBlanks()
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  private mutating func readString() -> Bool {
    guard skip(UInt8(ascii: "\"")) else { return false }
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"):
        guard let escape = next else { return false }
        index += 1
        if escape == UInt8(ascii: "u") {
          guard index + 4 <= bytes.count, bytes[index..<(index + 4)].allSatisfy(Self.isHex) else {
            return false
          }
          index += 4
        } else if !Array("\"\\/bfnrt".utf8).contains(escape) {
          return false
        }
      default: break
      }
    }
    return false
  }

  private mutating func readNumber() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    let isZero = next == UInt8(ascii: "0")
    let count = skipDigits()
    guard count == 1 || count > 1 && !isZero else { return false }
    if skip(UInt8(ascii: ".")), skipDigits() == 0 { return false }
    guard let mark = next, mark | 0x20 == UInt8(ascii: "e") else { return true }
    index += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
    return skipDigits() > 0
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = next, byte &- 48 < 10 { index += 1 }
    return index - start
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }
}
