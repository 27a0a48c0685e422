/// A type whose values can be bound to a statement and read back from a column.
///
/// The conversion must round-trip: `Self(value: x.value)` equals `x`.
public protocol Bindable: Sendable {
  /// The declared type a column of a `STRICT` table has for this type.
  static var columnType: ColumnType { get }

  /// What SQLite stores for this value.
  var value: SQLiteValue { get }

  /// What stands where the file has no value: the properties of an entity whose row does not exist.
  static var placeholder: Self { get }

  /// The Swift value for a stored one, or nil where the storage class or range does not fit.
  init?(value: SQLiteValue)
}

/// The declared column types that a `STRICT` table accepts
/// (<https://sqlite.org/stricttables.html>).
public enum ColumnType: String, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
  case any = "ANY"
}

extension SQLiteValue: Bindable {
  public static var placeholder: SQLiteValue { .null }
  public static var columnType: ColumnType { .any }
  public var value: SQLiteValue { self }
  public init?(value: SQLiteValue) { self = value }
}

extension String: Bindable {
  public static var placeholder: String { "" }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { .text(self) }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

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
}

extension Bindable where Self: FixedWidthInteger {
  public static var placeholder: Self { 0 }
  public static var columnType: ColumnType { .integer }
  public init?(value: SQLiteValue) {
    guard case .integer(let integer) = value, let exact = Self(exactly: integer) else { return nil }
    self = exact
  }
}

extension Int: Bindable {
  public var value: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: Bindable {
  public var value: SQLiteValue { .integer(self) }
}

extension Int32: Bindable {
  public var value: SQLiteValue { .integer(Int64(self)) }
}

extension [UInt8]: Bindable {
  public static var placeholder: [UInt8] { [] }
  public static var columnType: ColumnType { .blob }
  public var value: SQLiteValue { .blob(self) }
  public init?(value: SQLiteValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  public static var placeholder: Wrapped? { nil }
  public static var columnType: ColumnType { Wrapped.columnType }
  public var value: SQLiteValue { map(\.value) ?? .null }
  public init?(value: SQLiteValue) {
    if value.isNull {
      self = .none
      return
    }
    guard let wrapped = Wrapped(value: value) else { return nil }
    self = .some(wrapped)
  }
}
