/// Makes readable texts for generated rows from numbers.
enum Words {
  private static let consonants = Array("bdfghjklmnprstvwz".utf8)
  private static let vowels = Array("aeiou".utf8)

  /// Returns a word of syllables. Different numbers give different words, and small numbers give
  /// short words.
  static func word(_ number: UInt64) -> String {
    let count = UInt64(consonants.count * vowels.count)
    var bytes: [UInt8] = []
    var rest = number + count
    while rest > 0 {
      let syllable = Int((rest - 1) % count)
      bytes.append(consonants[syllable / vowels.count])
      bytes.append(vowels[syllable % vowels.count])
      rest = (rest - 1) / count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the date that is `day` days after 2000-01-01, such as `2000-01-08` for 7.
  static func date(day: UInt64) -> String {
    var (year, rest) = (2000, Int(day % 2_900_000))
    while rest >= length(ofYear: year) {
      rest -= length(ofYear: year)
      year += 1
    }
    var month = 0
    let isLeap = length(ofYear: year) == 366
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while rest >= lengths[month] {
      rest -= lengths[month]
      month += 1
    }
    return "\(year)-\(padded(month + 1))-\(padded(rest + 1))"
  }

  /// Returns the time that is `minute` minutes after 2000-01-01 in the form that SQLite uses, such
  /// as `2000-01-01 00:07:00` for 7.
  static func time(minute: UInt64) -> String {
    "\(date(day: minute / 1440)) \(padded(Int(minute % 1440) / 60)):\(padded(Int(minute % 60))):00"
  }

  /// Returns a UUID of version 8. Different numbers give different UUIDs.
  static func uuid(_ number: UInt64) -> String {
    let high = ChoiceSequence.mixed(number) & ~0xf000 | 0x8000
    let low = ChoiceSequence.mixed(number &+ 1) >> 2 | 1 << 63
    let digits = Array(hexadecimal(high) + hexadecimal(low))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static func length(ofYear year: Int) -> Int {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
