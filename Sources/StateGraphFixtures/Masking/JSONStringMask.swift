import StateGraphFormats

/// The mask `json`: masks the strings inside a JSON text. The names of members, the numbers and the
/// spaces stay as they are.
struct JSONStringMask {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the masked form of one string.
  let mask: (String) -> String

  /// Returns the JSON text with masked strings, or nil if the text is no JSON.
  func masked(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard Self.isJSON(bytes) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Self.quote else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = Self.end(of: index, in: bytes)
      let isName = bytes[end...].first { !Self.isSpace($0) } == UInt8(ascii: ":")
      if isName {
        result += bytes[index..<end]
      } else {
        result += JSONEscape.quoted(mask(Self.text(bytes[(index + 1)..<(end - 1)]))).utf8
      }
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    do throws(ImportError) {
      let source = try ByteSource(
        bytes: bytes,
        name: "",
        encoding: .utf8,
        maximumFieldBytes: max(64, 2 * bytes.count)
      )
      let reader = JSONReader(source, maximumDepth: 1_000)
      guard try reader.next() != .end else { return false }
      while try reader.next() != .end {}
      return true
    } catch {
      return false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Returns the index after the quote that ends the string which begins at `start`.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != quote {
      index += bytes[index] == backslash ? 2 : 1
    }
    return min(bytes.count, index + 1)
  }

  /// Returns a JSON string as text, with each escape such as `\n` replaced by its character.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(backslash) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var run: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index] == backslash, index + 1 < bytes.endIndex else {
        run.append(bytes[index])
        index += 1
        continue
      }
      units += Array(String(decoding: run, as: UTF8.self).utf16)
      run.removeAll()
      let digits = bytes[(index + 2)...].prefix(4)
      switch bytes[index + 1] {
      case UInt8(ascii: "u"):
        units.append(UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD)
        index += 4
      case UInt8(ascii: "b"): units.append(8)
      case UInt8(ascii: "f"): units.append(12)
      case UInt8(ascii: "n"): units.append(10)
      case UInt8(ascii: "r"): units.append(13)
      case UInt8(ascii: "t"): units.append(9)
      case let other: units.append(UInt16(other))
      }
      index += 2
    }
    units += Array(String(decoding: run, as: UTF8.self).utf16)
    return String(decoding: units, as: UTF16.self)
  }
}
