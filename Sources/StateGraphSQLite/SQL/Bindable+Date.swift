public import FoundationEssentials

/// A `Date` is TEXT in SQLite's own form, in UTC: `2026-03-01 09:30:00.25`. The text has as many
/// digits as reading back the very same date takes, and no fraction where the date has none.
///
/// The byte order of such texts is the order of the dates, also among the texts that
/// `CURRENT_TIMESTAMP` and `datetime()` write, and SQLite's date functions read them. A REAL of
/// seconds since 1970 would be smaller but not exact: `Date` counts from 2001, and the conversion
/// costs a bit. The conversion also reads the forms of ISO 8601: text with a `T`, a `Z` or an
/// offset.
extension Date: Bindable {
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue {
    DateText(timeIntervalSinceReferenceDate).map { .text($0.text) } ?? .null
  }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, let seconds = DateText.seconds(of: text) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard let written = DateText(timeIntervalSinceReferenceDate), written.isExact else {
      throw Self.cannotStore(
        "a date outside of the years 0 to 9999, or one that is not a number of seconds",
        remedy: "Use a date in that range, or store its interval as a Double."
      )
    }
    return .text(written.text)
  }
}
