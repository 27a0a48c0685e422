/// Finds the code of a country at the beginning of a phone number. The mask `phone` keeps this
/// code.
///
/// A masked code would often be no code of a country, and programs that check phone numbers would
/// refuse the number.
enum CountryCode {
  /// The codes with two digits (ITU-T E.164). The codes 1 and 7 have one digit, all others three.
  private static let twoDigits: Set<Int> = [
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56,
    57, 58, 60, 61, 62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
  ]

  /// Returns how many characters the code has, including the `+` or `00` before it. Zero if the
  /// phone number begins with neither.
  static func characterCount(_ text: String) -> Int {
    let bytes = Array(text.utf8.prefix(6))
    let prefix = bytes.first == UInt8(ascii: "+") ? 1 : bytes.starts(with: "00".utf8) ? 2 : 0
    let digits = bytes[prefix...].prefix { (48...57).contains($0) }.map { Int($0 - 48) }
    guard prefix > 0, digits.count >= 1 else { return 0 }
    if digits[0] == 1 || digits[0] == 7 { return prefix + 1 }
    guard digits.count >= 2 else { return 0 }
    return prefix + (twoDigits.contains(digits[0] * 10 + digits[1]) ? 2 : min(3, digits.count))
  }
}
