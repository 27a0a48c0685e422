/// Dates as SQLite's own functions write and read them: "2026-11-21 18:12:13.5", in UTC
/// (<https://sqlite.org/lang_datefunc.html>).
///
/// Moments are in seconds since the beginning of 2001, days in the Gregorian calendar, extended to
/// before there was one. Arithmetic by Howard Hinnant, `days_from_civil`.
enum DateText {
  private static let secondsPerDay: Int64 = 86_400
  /// From 1 March of the year 0 to 1 January 2001.
  private static let daysBefore2001: Int64 = 730_791

  /// Nil outside of the years 0 to 9999, and where the text would not come back as the same moment
  /// to the bit.
  static func text(_ moment: Double) -> String? {
    let whole = moment.rounded(.down)
    guard abs(whole) < 1e12 else { return nil }
    let fraction = moment - whole
    let (day, second) = Int64(whole).quotientAndRemainder(rounding: secondsPerDay)
    guard let date = date(ofDay: day) else { return nil }
    var text = "\(date) \(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    if fraction != 0 {
      let digits = "\(fraction)"
      guard digits.hasPrefix("0."), !digits.contains("e") else { return nil }
      text += digits.dropFirst()
    }
    return seconds(text)?.bitPattern == moment.bitPattern ? text : nil
  }

  private static func date(ofDay day: Int64) -> String? {
    let (era, dayOfEra) = (day + daysBefore2001).quotientAndRemainder(rounding: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months from March on, so that the day that is not always there is the last.
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    guard (0...9999).contains(year) else { return nil }
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let monthOfYear = month < 10 ? month + 3 : month - 9
    return "\(padded(year, to: 4))-\(padded(monthOfYear))-\(padded(dayOfMonth))"
  }

  private static func padded(_ number: Int64, to length: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  /// Takes a date alone, a time without seconds, `T` between the two and `Z` at the end as well, as
  /// SQLite does. Nil for other text.
  static func seconds(_ text: String) -> Double? {
    var rest = text.utf8[...]
    if rest.last == UInt8(ascii: "Z"), rest.count > 10 { rest.removeLast() }
    guard let year = number(4, of: &rest), take("-", of: &rest),
      let month = number(2, of: &rest), take("-", of: &rest), let day = number(2, of: &rest),
      let days = days(year, month, day)
    else { return nil }
    let whole = Double(days * secondsPerDay)
    if rest.isEmpty { return whole }
    guard take(" ", of: &rest) || take("T", of: &rest), let hour = number(2, of: &rest),
      take(":", of: &rest), let minute = number(2, of: &rest), hour < 24, minute < 60
    else { return nil }
    let minutes = whole + Double(hour * 3600 + minute * 60)
    if rest.isEmpty { return minutes }
    guard take(":", of: &rest), let second = number(2, of: &rest), second < 60 else { return nil }
    let seconds = minutes + Double(second)
    if rest.isEmpty { return seconds }
    guard take(".", of: &rest), !rest.isEmpty, rest.allSatisfy({ (48...57).contains($0) }),
      let fraction = Double("0." + String(decoding: rest, as: UTF8.self))
    else { return nil }
    return seconds + fraction
  }

  private static func take(_ character: Unicode.Scalar, of rest: inout String.UTF8View.SubSequence)
    -> Bool
  {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ length: Int, of rest: inout String.UTF8View.SubSequence) -> Int64? {
    let digits = rest.prefix(length)
    guard digits.count == length, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest.removeFirst(length)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }

  /// Since the beginning of 2001. Nil where there is no such day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.quotientAndRemainder(rounding: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - daysBefore2001
    // The 31st of a month of thirty days is the first of the next.
    return date(ofDay: days)?.hasSuffix("-" + padded(month) + "-" + padded(day)) == true
      ? days : nil
  }
}

extension Int64 {
  /// Rounds the quotient down, so that the remainder is never negative.
  fileprivate func quotientAndRemainder(rounding divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
