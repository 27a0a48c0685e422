/// The text of a date in a column or setting, in UTC, such as `2026-11-21 18:12:13.5`.
///
/// SQLite's own functions read and write this form (<https://sqlite.org/lang_datefunc.html>).
///
/// Dates are counted in seconds since 2001-01-01 00:00:00 UTC, as in Foundation's `Date`. The rules
/// of the Gregorian calendar also apply to years before its introduction, as in SQLite.
package struct DateText {
  /// The date and the time of day. A fraction of a second has only as many digits as are needed,
  /// and full seconds have no fraction.
  package let text: String
  /// Whether reading `text` returns exactly the same date.
  ///
  /// For example, this is false for a date outside of the years 0 to 9999.
  package let isExact: Bool

  /// The number of days from 1970-01-01 to 2001-01-01.
  ///
  /// The calendar algorithms count from 1970, and `Date` counts from 2001.
  private static let referenceDays = 11_323
  /// The first and the last second of the years 0 to 9999, counted from 2001.
  ///
  /// Years outside of this range do not have four digits.
  private static let seconds: ClosedRange<Double> = -63_145_526_400...252_423_993_599

  /// Creates the text of a date. Returns nil if `interval` is NaN.
  ///
  /// - Parameter interval: The number of seconds since 2001. A date outside of the years 0 to 9999
  ///   gets the text of the nearest date in this range.
  package init?(_ interval: Double) {
    guard !interval.isNaN else { return nil }
    let floor = interval.rounded(.down)
    guard DateText.seconds.contains(floor) else {
      let nearest = floor < 0 ? DateText.seconds.lowerBound : DateText.seconds.upperBound
      text = DateText.calendarText(Int(nearest))
      isExact = false
      return
    }
    // Tries full seconds, milliseconds, microseconds, and so on, until the text is exact.
    for digits in [0, 3, 6, 9, 12, 15, 18] {
      let scaled = ((interval - floor) * DateText.tenTo(digits)).rounded()
      let fraction = DateFraction(Int64(scaled), digits: digits)
      if scaled < DateText.tenTo(digits), fraction.added(to: Int(floor)) == interval {
        text = DateText.calendarText(Int(floor)) + fraction.text
        isExact = true
        return
      }
    }
    text = DateText.calendarText(Int(floor))
    isExact = false
  }

  private static func calendarText(_ seconds: Int) -> String {
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let second = seconds - days * 86_400
    let (year, month, day) = civil(days + referenceDays)
    let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let yearText = String(String(10_000 + year).dropFirst())
    return "\(yearText)-\(twoDigits(month))-\(twoDigits(day)) \(twoDigits(second / 3_600)):"
      + "\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
  }
}

/// A fraction of a second in decimal digits: `scaled` divided by ten to the power of `digits`.
private struct DateFraction {
  private var scaled: Int64
  private var digits: Int

  /// Removes zeros at the end of the fraction, so that the text is as short as possible.
  init(_ scaled: Int64, digits: Int) {
    self.scaled = scaled
    self.digits = digits
    while self.digits > 0, self.scaled % 10 == 0 {
      self.scaled /= 10
      self.digits -= 1
    }
  }

  var text: String {
    guard digits > 0 else { return "" }
    let text = String(scaled)
    return "." + String(repeating: "0", count: digits - text.utf8.count) + text
  }

  /// Returns the sum of `seconds` and the fraction.
  ///
  /// If the numbers are small enough, the method adds them as integers and divides once, so that
  /// only the division rounds. Adding two rounded numbers can lose bits. For example, just before
  /// 2001, `seconds` is -1 and the fraction is nearly 1.
  func added(to seconds: Int) -> Double {
    let scale = DateText.tenTo(digits)
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int(scale))
    if !overflow, whole.magnitude < 1 << 52, scaled < 1 << 52 {
      return Double(whole + Int(scaled)) / scale
    }
    return Double(seconds) + Double(scaled) / scale
  }
}

// MARK: - Calendar

extension DateText {
  // These are Howard Hinnant's algorithms (<https://howardhinnant.github.io/date_algorithms.html>).
  // Their years begin in March. They divide time into eras of 400 years.

  fileprivate static func civil(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  fileprivate static func days(_ year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

// MARK: - Reading

extension DateText {
  /// Reads a date such as `2026-03-01`, with or without a time of day.
  ///
  /// A space or `T` separates the date and the time. `Z` or an offset from UTC may follow the time.
  ///
  /// - Returns: The number of seconds since 2001, or nil if the text is not a date, such as 30
  ///   February.
  package static func seconds(of text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds(of: UnsafeRawBufferPointer($0)) }
  }

  /// Reads a date from UTF-8, as the method for a `String` does.
  package static func seconds(of text: UnsafeRawBufferPointer) -> Double? {
    var rest = text[...]
    guard let year = number(&rest, digits: 4), skip(&rest, character: "-"),
      let month = number(&rest, digits: 2),
      skip(&rest, character: "-"), let day = number(&rest, digits: 2)
    else { return nil }
    let days = days(year, month: month, day: day)
    guard civil(days) == (year, month, day) else { return nil }
    var seconds = (days - referenceDays) * 86_400
    var fraction = DateFraction(0, digits: 0)
    if !rest.isEmpty {
      guard skip(&rest, character: " ") || skip(&rest, character: "T"), let time = time(&rest)
      else { return nil }
      seconds += time.seconds
      fraction = time.fraction
    }
    return fraction.added(to: seconds)
  }

  private static func time(
    _ rest: inout Slice<UnsafeRawBufferPointer>
  ) -> (seconds: Int, fraction: DateFraction)? {
    guard let hour = number(&rest, digits: 2), hour < 24, skip(&rest, character: ":"),
      let minute = number(&rest, digits: 2),
      minute < 60
    else { return nil }
    var seconds = hour * 3_600 + minute * 60
    var fraction = DateFraction(0, digits: 0)
    if skip(&rest, character: ":") {
      guard let second = number(&rest, digits: 2), second < 60 else { return nil }
      seconds += second
      if skip(&rest, character: ".") {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        guard !digits.isEmpty else { return nil }
        let known = digits.prefix(18)
        let scaled = known.reduce(0 as Int64) { $0 * 10 + Int64($1 - 0x30) }
        fraction = DateFraction(scaled, digits: known.count)
        rest = rest.dropFirst(digits.count)
      }
    }
    guard let offset = offset(&rest), rest.isEmpty else { return nil }
    return (seconds - offset, fraction)
  }

  private static func offset(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
    if rest.isEmpty || skip(&rest, character: "Z") { return 0 }
    let sign = skip(&rest, character: "-") ? -1 : 1
    guard sign < 0 || skip(&rest, character: "+"), let hours = number(&rest, digits: 2), hours < 24
    else { return nil }
    _ = skip(&rest, character: ":")
    guard let minutes = number(&rest, digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  /// Returns ten to the power of `exponent`. The result is exact up to 10²².
  fileprivate static func tenTo(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func number(_ rest: inout Slice<UnsafeRawBufferPointer>, digits: Int) -> Int? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(digits)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(
    _ rest: inout Slice<UnsafeRawBufferPointer>,
    character: Unicode.Scalar
  ) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
