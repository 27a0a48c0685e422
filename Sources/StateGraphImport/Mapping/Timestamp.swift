import StateGraphFormats

/// A day, or a moment in UTC with a precision of one nanosecond. The year is from 0 to 9999.
struct Timestamp: Sendable, Equatable {
  private let day: Int64
  private let secondOfDay: Int64
  private let nanosecond: Int
  private let hasTime: Bool

  /// Creates a timestamp from calendar fields, and converts it to UTC.
  ///
  /// Returns nil if the day does not exist, if `secondOfDay` is nil, or if the year in UTC is not
  /// from 0 to 9999.
  init?(
    year: Int,
    month: Int,
    day: Int,
    secondOfDay: Int?,
    nanosecond: Int,
    offsetMinutes: Int,
    hasTime: Bool
  ) {
    guard let secondOfDay, (1...12).contains(month),
      (1...Self.dayCount(of: month, in: year)).contains(day)
    else { return nil }
    let days = Self.days(year: Int64(year), month: Int64(month), day: Int64(day))
    let seconds = days * 86_400 + Int64(secondOfDay) - Int64(offsetMinutes) * 60
    self.init(seconds: seconds, nanosecond: nanosecond, hasTime: hasTime)
  }

  /// Creates a timestamp from the time since the start of 1970 in UTC.
  ///
  /// Returns nil if the year is not from 0 to 9999.
  ///
  /// - Parameters:
  ///   - epoch: The number of units since the start of 1970. May be negative.
  ///   - unitsPerSecond: 1 for seconds, or 1,000 for milliseconds.
  init?(epoch: Int64, unitsPerSecond: Int64) {
    let (seconds, rest) = Self.divided(epoch, by: unitsPerSecond)
    self.init(
      seconds: seconds,
      nanosecond: Int(rest * (1_000_000_000 / unitsPerSecond)),
      hasTime: true
    )
  }

  private init?(seconds: Int64, nanosecond: Int, hasTime: Bool) {
    // The first second of the year 0 and the last second of the year 9999, in seconds since 1970.
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    (day, secondOfDay) = Self.divided(seconds, by: 86_400)
    self.nanosecond = nanosecond
    self.hasTime = hasTime
  }

  /// Returns the timestamp in the format in which a column stores dates.
  ///
  /// Returns nil if the format would lose a part of the fraction of the second.
  func content(_ form: MappedDate.Form) -> JSONValue.Content? {
    let seconds = day * 86_400 + secondOfDay
    switch form {
    case .iso8601: return .string(text)
    case .epochSeconds: return nanosecond == 0 ? .integer(seconds) : nil
    case .epochMilliseconds:
      guard nanosecond % 1_000_000 == 0 else { return nil }
      return .integer(seconds * 1_000 + Int64(nanosecond / 1_000_000))
    }
  }

  private var text: String {
    let (year, month, day) = Self.date(of: day)
    let date = "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
    guard hasTime else { return date }
    let hour = Self.padded(secondOfDay / 3_600, to: 2)
    let minute = Self.padded(secondOfDay / 60 % 60, to: 2)
    return "\(date)T\(hour):\(minute):\(Self.padded(secondOfDay % 60, to: 2))\(fraction)Z"
  }

  /// The shortest exact fraction of the second, with three, six or nine digits, such as `.250`.
  ///
  /// Empty for a whole second.
  private var fraction: String {
    if nanosecond == 0 { return "" }
    if nanosecond % 1_000_000 == 0 {
      return "." + Self.padded(Int64(nanosecond / 1_000_000), to: 3)
    }
    if nanosecond % 1_000 == 0 { return "." + Self.padded(Int64(nanosecond / 1_000), to: 6) }
    return "." + Self.padded(Int64(nanosecond), to: 9)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Divides and rounds down, and returns the quotient and the remainder. The remainder is never
  /// negative.
  ///
  /// A moment before 1970 has a negative number of seconds. Rounding toward zero would give it the
  /// next day.
  private static func divided(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from 1970-01-01 to a date. The number is negative for earlier
  /// dates.
  ///
  /// Each year begins in March here, so that a leap day is the last day of its year
  /// (https://howardhinnant.github.io/date_algorithms.html).
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = divided(shifted, by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(of day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = divided(day + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
