extension Bool: Bindable {
  public static var placeholder: Bool { false }
  public static var columnType: ColumnType { .integer }
  public var value: SQLiteValue { .integer(self ? 1 : 0) }
  public init?(value: SQLiteValue) {
    switch value {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

// MARK: - Integers

/// An integer is stored as an INTEGER. An integer above `Int64.max` cannot be stored.
///
/// In a query condition, an integer above `Int64.max` becomes a REAL that is greater than every
/// INTEGER.
extension Bindable where Self: FixedWidthInteger {
  public static var placeholder: Self { 0 }
  public static var columnType: ColumnType { .integer }
  public var value: SQLiteValue {
    Int64(exactly: self).map { .integer($0) } ?? .real(Double(self))
  }
  public init?(value: SQLiteValue) {
    guard case .integer(let integer) = value, let exact = Self(exactly: integer) else { return nil }
    self = exact
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard let exact = Int64(exactly: self) else {
      throw Self.cannotStore(
        "an integer above Int64.max",
        remedy: "Keep the number smaller, or store it as text by a conversion."
      )
    }
    return .integer(exact)
  }
}

extension Int: Bindable {}
extension Int8: Bindable {}
extension Int16: Bindable {}
extension Int32: Bindable {}
extension Int64: Bindable {}
extension UInt: Bindable {}
extension UInt8: Bindable {}
extension UInt16: Bindable {}
extension UInt32: Bindable {}
extension UInt64: Bindable {}

// MARK: - Floating point

/// A `Double` is stored as a REAL. Infinities can be stored, and a negative zero becomes positive.
///
/// NaN cannot be stored, because SQLite converts NaN to NULL.
extension Double: Bindable {
  public static var placeholder: Double { 0 }
  public static var columnType: ColumnType { .real }
  public var value: SQLiteValue { .real(self) }
  public init?(value: SQLiteValue) {
    switch value {
    case .real(let real): self = real
    case .integer(let integer):
      guard let exact = Double(exactly: integer) else { return nil }
      self = exact
    default: return nil
    }
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard !isNaN else { throw Self.notANumber }
    return .real(self)
  }

  fileprivate static var notANumber: DatabaseError {
    cannotStore(
      "NaN",
      remedy: "Make the property optional, and set it to nil."
    )
  }
}

/// A `Float` is stored as a REAL with the same value.
///
/// If a REAL in the file is not exactly a `Float`, reading it returns the nearest `Float`.
extension Float: Bindable {
  public static var placeholder: Float { 0 }
  public static var columnType: ColumnType { .real }
  public var value: SQLiteValue { .real(Double(self)) }
  public init?(value: SQLiteValue) {
    guard let wide = Double(value: value) else { return nil }
    let narrow = Float(wide)
    guard narrow.isFinite || !wide.isFinite else { return nil }
    self = narrow
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    try Double(self).storedValue()
  }
}
