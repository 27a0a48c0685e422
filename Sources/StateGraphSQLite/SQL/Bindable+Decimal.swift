public import FoundationEssentials

/// A `Decimal` is stored as TEXT of its digits, because a REAL would not be exact.
///
/// SQLite does not compare such text by value, so queries do not compare it. To compare or sort
/// amounts, store them as integers in the smallest unit, such as cents.
extension Decimal: Bindable {
  public typealias QueryComparison = NotCompared
  public static var placeholder: Decimal { 0 }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { isNaN ? .null : .text(description) }
  public init?(value: SQLiteValue) {
    switch value {
    case .text(let text):
      // `Decimal(string:)` ignores everything after the first invalid character. The complete text
      // is therefore checked first.
      guard text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil,
        let found = Decimal(string: text), !found.isNaN
      else { return nil }
      self = found
    case .integer(let integer): self.init(integer)
    default: return nil
    }
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard !isNaN else {
      throw Self.cannotStore(
        "NaN",
        remedy: "Make the property optional, and set it to nil."
      )
    }
    return value
  }
}
