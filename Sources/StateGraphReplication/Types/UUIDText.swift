/// The text of a UUID as the server prints it: 36 characters in lower case.
package enum UUIDText {
  package static func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    for (position, byte) in bytes.enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(position)
      let isDigit = (48...57).contains(byte) || (97...102).contains(byte)
      guard isHyphen ? byte == UInt8(ascii: "-") : isDigit else { return false }
    }
    return true
  }
}
