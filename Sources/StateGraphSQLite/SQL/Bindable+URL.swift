public import FoundationEssentials

/// A `URL` is stored as TEXT.
///
/// A URL that is relative to a base URL cannot be stored, because the text would not contain the
/// base URL.
extension URL: Bindable {
  public static var placeholder: URL { URL(filePath: "/") }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { .text(absoluteString) }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, let found = URL(string: text) else { return nil }
    self = found
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard baseURL == nil else {
      throw Self.cannotStore(
        "a URL that is relative to another",
        remedy: "Take its 'absoluteURL'."
      )
    }
    return value
  }
}
