/// Moves dates by a number of days, from 1 to 730, forward or backward.
///
/// The number depends on the key of the masks and on the owner of the dates (see ``DateOwner``).
/// All dates of one owner move by the same number, so the time between them stays.
struct DateShift {
  private static let largestDayCount = 730
  private static let secondsPerDay: Int64 = 86_400

  private let dayCount: Int64

  /// - Parameters:
  ///   - key: The key that all date masks share.
  ///   - owner: Identifies the owner of the dates.
  init(_ key: HMACKey, owner: [UInt8]) {
    var stream = KeyStream(key, message: owner)
    let days = Int64(1 + stream.next(below: Self.largestDayCount))
    dayCount = stream.next(below: 2) == 0 ? days : -days
  }

  /// Returns the moved date, or nil if the text does not begin with a date such as 2026-03-01.
  ///
  /// The time of day and the time zone after the date stay as they are.
  func moved(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), Self.isTime(bytes[10...])
    else { return nil }
    let number = Self.dayNumber(year, month: month, day: day)
    guard Self.date(number) == (year, month, day) else { return nil }
    var moved = Self.date(number + dayCount)
    // A date such as 9999-12-31 is moved in the other direction, because its year would otherwise
    // need five digits.
    if !(1...9_999).contains(moved.year) { moved = Self.date(number - dayCount) }
    return Self.padded(moved.year, to: 4) + "-" + Self.padded(moved.month, to: 2) + "-"
      + Self.padded(moved.day, to: 2) + String(decoding: bytes[10...], as: UTF8.self)
  }

  /// Returns the moved date, where a date is the number of seconds or of milliseconds since 1970.
  /// Numbers below -100000000000 or above 100000000000 count as milliseconds.
  func moved(_ integer: Int64) -> Int64 {
    // A number of seconds reaches this limit in the year 5138, so a larger number means
    // milliseconds.
    let isSeconds = (-100_000_000_000...100_000_000_000).contains(integer)
    return integer &+ dayCount * Self.secondsPerDay * (isSeconds ? 1 : 1_000)
  }

  /// Returns the moved date, where a date is a Julian day or the number of seconds since 1970. A
  /// number from 1000000 to 5373485 counts as a Julian day.
  func moved(_ real: Double) -> Double {
    let isJulianDay = (1_000_000.0...5_373_485.0).contains(real)
    return real + Double(dayCount * (isJulianDay ? 1 : Self.secondsPerDay))
  }

  /// Whether the bytes after a date are empty or look like a time of day. If false, the text may
  /// contain something secret after the date, and does not count as a date.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    return [UInt8(ascii: " "), UInt8(ascii: "T")].contains(first) && bytes.count <= 30
      && bytes.dropFirst().allSatisfy { byte in
        (48...57).contains(byte) || ":.+-Z ".utf8.contains(byte)
      }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 48)
    }
    return number
  }

  private static func padded(_ number: Int64, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// Returns the number of days from 0000-03-01 to a date in the Gregorian calendar.
  private static func dayNumber(_ year: Int64, month: Int64, day: Int64) -> Int64 {
    // The calculation lets a year begin in March, so that the leap day is its last day.
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
    return year * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1
  }

  private static func date(_ dayNumber: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let era = floored(dayNumber, by: 146_097)
    let dayOfEra = dayNumber - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}
