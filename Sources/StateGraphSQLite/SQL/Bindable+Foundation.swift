public import FoundationEssentials

/// `Data` is a BLOB of its bytes.
extension Data: Bindable {
  public static var placeholder: Data { Data() }
  public static var columnType: ColumnType { .blob }
  public var value: SQLiteValue { .blob([UInt8](self)) }
  public init?(value: SQLiteValue) {
    guard case .blob(let bytes) = value else { return nil }
    self.init(bytes)
  }
}

/// A `UUID` is TEXT of 36 characters, in lower case as RFC 9562 has it: people, other tools and
/// imported files know it so, at 20 bytes more than a BLOB. There is one spelling, because a key is
/// looked up byte by byte; another one in the file is not taken for it.
extension UUID: Bindable {
  public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { .text(uuidString.lowercased()) }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, !text.utf8.contains(where: { 0x41...0x5A ~= $0 }),
      let found = UUID(uuidString: text)
    else { return nil }
    self = found
  }
}

/// A `URL` is TEXT. One that is relative to another cannot be stored: the other would be lost.
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

/// A `Decimal` is TEXT of its digits, which are exact; a REAL would not be. Text sorts as text:
/// where numbers have to sort, store an amount in its smallest unit as an integer.
extension Decimal: Bindable {
  public static var placeholder: Decimal { 0 }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { isNaN ? .null : .text(description) }
  public init?(value: SQLiteValue) {
    switch value {
    case .text(let text):
      // `Decimal` reads as far as it understands, and ignores the rest.
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
        "a number that is none (NaN)",
        remedy: "Make the property optional, and set it to nil."
      )
    }
    return value
  }
}
