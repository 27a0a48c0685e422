/// Reads the texts `true` and `false` in a CSV field, in upper or lower case.
package enum BooleanText {
  /// Returns true for the text `true`, false for the text `false`, and nil for any other text.
  package static func value(_ field: UnsafeRawBufferPointer) -> Bool? {
    if matches(field, "true") { return true }
    return matches(field, "false") ? false : nil
  }

  private static func matches(_ field: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
    guard field.count == text.utf8CodeUnitCount else { return false }
    // The bit 0x20 is the difference between upper and lower case of an ASCII letter.
    return field.indices.allSatisfy { field[$0] | 0x20 == text.utf8Start[$0] }
  }
}
