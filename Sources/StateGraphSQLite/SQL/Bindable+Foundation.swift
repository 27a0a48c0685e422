public import FoundationEssentials

/// `Data` is stored as a BLOB with the same bytes. Only a BLOB can be read as `Data`, and text
/// cannot.
extension Data: Bindable {
  public static var placeholder: Data { Data() }
  public static var columnType: ColumnType { .blob }
  public var value: SQLiteValue { .blob([UInt8](self)) }
  public init?(value: SQLiteValue) {
    guard case .blob(let bytes) = value else { return nil }
    self.init(bytes)
  }
}

/// A `UUID` is stored as TEXT of 36 characters in lower case, the form of RFC 9562.
///
/// People and other tools use this form, but it takes 20 bytes more than a BLOB. Text in upper case
/// cannot be read as a `UUID`, because keys are compared byte by byte.
extension UUID: Bindable {
  public static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { .text(uuidString.lowercased()) }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, !text.utf8.contains(where: { 0x41...0x5A ~= $0 }),
      let found = UUID(uuidString: text)
    else { return nil }
    self = found
  }
}

/// A `URL` is stored as TEXT. A URL that is relative to a base URL cannot be stored, because the
/// text would not contain the base URL.
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

/// A `Decimal` is stored as TEXT of its digits, because a REAL would not be exact.
///
/// SQLite does not sort such text by value. To sort amounts, store them as integers in the smallest
/// unit, such as cents.
extension Decimal: Bindable {
  public static var placeholder: Decimal { 0 }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { isNaN ? .null : .text(description) }
  public init?(value: SQLiteValue) {
    switch value {
    case .text(let text):
      // `Decimal(string:)` ignores everything after the first invalid character, so the whole text
      // is checked first.
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
