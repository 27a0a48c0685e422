public import FoundationEssentials

/// A `Date` is TEXT in SQLite's own form, in UTC: `2026-03-01 09:30:00.25`, with as many digits as
/// it takes to read back the very same date, and none where there are none.
///
/// Such text sorts in time's order byte by byte, also beside what `CURRENT_TIMESTAMP` and
/// `datetime()` write, and SQLite's functions read it. A REAL of seconds since 1970 would be smaller
/// but not exact: `Date` counts from 2001, and the change costs a bit. Text with a `T`, a `Z` or an
/// offset, as ISO 8601 has it, is read too.
extension Date: Bindable {
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { DateText(self).map { .text($0.text) } ?? .null }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, let date = DateText.date(of: text) else { return nil }
    self = date
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard let written = DateText(self), written.isExact else {
      throw Self.cannotStore(
        "a date outside of the years 0 to 9999, or of no time that a clock can tell",
        remedy: "Keep the date between, or store its interval as a Double."
      )
    }
    return .text(written.text)
  }
}

/// A date as text. The proleptic Gregorian calendar in UTC, like SQLite's.
private struct DateText {
  let text: String
  /// Whether the text reads back as the same date.
  let isExact: Bool

  /// The days from 1970 to 2001, where `Date` begins.
  private static let referenceDays = 11_323
  /// The first and last second of the years that have four digits, counted from 2001.
  private static let seconds: ClosedRange<Double> = -63_145_526_400...252_423_993_599

  /// Nil where the date is NaN. One outside of the years 0 to 9999 becomes the nearest within.
  init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard !interval.isNaN else { return nil }
    let floor = interval.rounded(.down)
    guard DateText.seconds.contains(floor) else {
      let nearest = floor < 0 ? DateText.seconds.lowerBound : DateText.seconds.upperBound
      text = DateText.calendarText(Int(nearest))
      isExact = false
      return
    }
    // Milliseconds, microseconds, and so on, until nothing is lost.
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

/// The part of a second, as decimal digits.
private struct DateFraction {
  private var scaled: Int64
  private var digits: Int

  /// Zeros at the end are left out, as they would be in the text.
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

  /// The seconds with the fraction. As one division of whole numbers where they are small enough to
  /// be exact, because the two parts may be more exact than their sum: just before 2001, the one is
  /// -1 and the other nearly 1.
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
  // Howard Hinnant's algorithms (<https://howardhinnant.github.io/date_algorithms.html>): years
  // that begin in March, in eras of 400.

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

  fileprivate static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
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
  /// The date of `2026-03-01`, with a time behind a space or `T` or without, and with `Z`, an
  /// offset or nothing behind that. Nil where it is none, such as the 30th of February.
  static func date(of text: String) -> Date? {
    var rest = Substring(text).utf8
    guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2),
      skip(&rest, "-"), let day = number(&rest, 2)
    else { return nil }
    let days = days(year, month, day)
    guard civil(days) == (year, month, day) else { return nil }
    var seconds = (days - referenceDays) * 86_400
    var fraction = DateFraction(0, digits: 0)
    if !rest.isEmpty {
      guard skip(&rest, " ") || skip(&rest, "T"), let time = time(&rest) else { return nil }
      seconds += time.seconds
      fraction = time.fraction
    }
    return Date(timeIntervalSinceReferenceDate: fraction.added(to: seconds))
  }

  private static func time(
    _ rest: inout Substring.UTF8View
  ) -> (seconds: Int, fraction: DateFraction)? {
    guard let hour = number(&rest, 2), hour < 24, skip(&rest, ":"), let minute = number(&rest, 2),
      minute < 60
    else { return nil }
    var seconds = hour * 3_600 + minute * 60
    var fraction = DateFraction(0, digits: 0)
    if skip(&rest, ":") {
      guard let second = number(&rest, 2), second < 60 else { return nil }
      seconds += second
      if skip(&rest, ".") {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }.prefix(18)
        guard !digits.isEmpty, let scaled = Int64(Substring(digits)) else { return nil }
        fraction = DateFraction(scaled, digits: digits.count)
        rest = rest.drop { 0x30...0x39 ~= $0 }
      }
    }
    guard let offset = offset(&rest), rest.isEmpty else { return nil }
    return (seconds - offset, fraction)
  }

  private static func offset(_ rest: inout Substring.UTF8View) -> Int? {
    if rest.isEmpty || skip(&rest, "Z") { return 0 }
    let sign = skip(&rest, "-") ? -1 : 1
    guard sign < 0 || skip(&rest, "+"), let hours = number(&rest, 2), hours < 24 else { return nil }
    _ = skip(&rest, ":")
    guard let minutes = number(&rest, 2), minutes < 60 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  /// Exact up to 10²².
  fileprivate static func tenTo(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func number(_ rest: inout Substring.UTF8View, _ digits: Int) -> Int? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(digits)
    return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(_ rest: inout Substring.UTF8View, _ character: Character) -> Bool {
    guard rest.first == character.utf8.first else { return false }
    rest = rest.dropFirst()
    return true
  }
}
