/// A position in the server's write-ahead log, which PostgreSQL calls an LSN.
///
/// Positions are bytes since the log began. They are compared as numbers.
package struct LogPosition: Hashable, Sendable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The position before each other one. PostgreSQL uses it as "no position".
  package static let zero = LogPosition(rawValue: 0)

  /// Reads the form that the server prints: two hexadecimal numbers of one to eight digits with a
  /// slash between them. Returns nil for any other text.
  package init?(_ text: String) {
    let halves = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard halves.count == 2, let high = Self.half(halves[0]), let low = Self.half(halves[1])
    else { return nil }
    rawValue = high << 32 | low
  }

  private static func half(_ digits: Substring.UTF8View) -> UInt64? {
    guard (1...8).contains(digits.count) else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 48)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): number = number << 4 | UInt64(digit - 55)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    return number
  }
}

extension LogPosition: Comparable {
  package static func < (left: LogPosition, right: LogPosition) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension LogPosition: CustomStringConvertible {
  package var description: String {
    let high = String(rawValue >> 32, radix: 16, uppercase: true)
    let low = String(rawValue & 0xFFFF_FFFF, radix: 16, uppercase: true)
    return high + "/" + low
  }
}
