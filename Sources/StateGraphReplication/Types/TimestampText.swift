/// The text of points in time.
///
/// A file stores `2026-03-01 09:30:00.25`, in UTC and without needless digits. The server prints
/// the same text and adds `+00`.
enum TimestampText {
  /// Returns nil for a time that a file does not store: infinity, and years before 1 or after 9999.
  static func fileText(of server: String) -> String? {
    guard server.hasSuffix("+00") else { return nil }
    let text = String(server.dropLast(3))
    return isCanonical(text) ? text : nil
  }

  /// Returns nil for a text that the server would print differently.
  static func serverText(of file: String) -> String? {
    isCanonical(file) ? file + "+00" : nil
  }

  private static func isCanonical(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes.count <= 26, bytes.count != 20 else { return false }
    let pattern = Array("0000-00-00 00:00:00".utf8)
    for (byte, expected) in zip(bytes, pattern) {
      let isDigit = (48...57).contains(byte)
      guard expected == 48 ? isDigit : byte == expected else { return false }
    }
    if bytes.count > 19 {
      guard bytes[19] == UInt8(ascii: "."), bytes.last != 48,
        bytes[20...].allSatisfy({ (48...57).contains($0) })
      else { return false }
    }
    let number = { (range: Range<Int>) in bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard year >= 1, (1...12).contains(month), day >= 1, day <= days(month, in: year) else {
      return false
    }
    return number(11..<13) < 24 && number(14..<16) < 60 && number(17..<19) < 60
  }

  private static func days(_ month: Int, in year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
