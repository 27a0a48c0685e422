/// Recognizes the identifiers that programs make to be unique.
enum MadeIdentifier {
  /// Returns whether a text is a UUID, an object id of MongoDB or a ULID.
  static func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    switch text.count {
    case 24: text.allSatisfy { isDigit($0) || $0 &- UInt8(ascii: "a") < 6 }
    case 26: text.allSatisfy(isInULID)
    case 36:
      text.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? text[index] == UInt8(ascii: "-")
          : isDigit(text[index]) || (text[index] | 0x20) &- UInt8(ascii: "a") < 6
      }
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns whether a byte is in the alphabet of ULIDs, which lacks I, L, O and U.
  private static func isInULID(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte &- UInt8(ascii: "A") < 26 && !"ILOU".utf8.contains(byte)
  }
}
