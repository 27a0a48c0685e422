public import FoundationEssentials

/// A `Date` is stored as TEXT in UTC, in SQLite's own form: `2026-03-01 09:30:00.25`.
///
/// The fraction has as many digits as are needed to read back exactly the same date.
///
/// Sorting these texts sorts the dates. Texts from `CURRENT_TIMESTAMP` and `datetime()` sort
/// correctly among them. SQLite's date functions can read the texts. Texts in ISO 8601 form, with a
/// `T`, a `Z` or an offset, can also be read as a `Date`.
///
/// A REAL with the seconds since 1970 would be smaller but not exact, because `Date` counts from
/// 2001 and the conversion would lose a bit.
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
