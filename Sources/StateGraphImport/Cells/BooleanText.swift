/// Reads the texts that programs write for true and false, in upper or lower case.
package enum BooleanText {
  /// The pairs that programs write in English, and the words of spreadsheets in other languages.
  private static let pairs: [(yes: StaticString, no: StaticString)] = [
    ("true", "false"), ("t", "f"), ("yes", "no"), ("y", "n"), ("on", "off"), ("1", "0"),
    ("1.0", "0.0"), ("wahr", "falsch"), ("vrai", "faux"), ("verdadero", "falso"), ("vero", "falso"),
    ("verdadeiro", "falso"),
  ]

  /// Returns whether the text is `true` or `false`.
  package static func isWord(_ field: UnsafeRawBufferPointer) -> Bool {
    matches(field, text: pairs[0].yes) || matches(field, text: pairs[0].no)
  }

  /// Returns true or false for a text of one of the pairs, and nil for any other text.
  static func value(_ field: UnsafeRawBufferPointer) -> Bool? {
    for pair in pairs {
      if matches(field, text: pair.yes) { return true }
      if matches(field, text: pair.no) { return false }
    }
    return nil
  }

  private static func matches(_ field: UnsafeRawBufferPointer, text: StaticString) -> Bool {
    guard field.count == text.utf8CodeUnitCount else { return false }
    return field.indices.allSatisfy { index in
      let byte = field[index]
      // The bit 0x20 is the difference between upper and lower case of an ASCII letter.
      let isUpper = byte &- UInt8(ascii: "A") < 26
      return (isUpper ? byte | 0x20 : byte) == text.utf8Start[index]
    }
  }
}
