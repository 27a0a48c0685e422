/// A type whose values can be bound to a statement and read back from a column.
///
/// The conversion must round-trip: `Self(value: x.value)` equals `x`, or `x.storedValue()` throws.
/// An enumeration with raw values needs nothing but the conformance:
///
/// ```swift
/// enum Status: String, Bindable { case draft, published }
/// ```
public protocol Bindable: Sendable {
  /// The type of a column for values of this type, as declared in a `STRICT` table.
  static var columnType: ColumnType { get }

  /// The value that SQLite stores. If no stored value could be read back as this one, this is the
  /// value that SQLite uses in comparisons with a column.
  var value: SQLiteValue { get }

  /// The value that properties of an entity return when its row does not exist.
  static var placeholder: Self { get }

  /// Creates a Swift value from a stored one; nil if the storage class or the range does not fit.
  init?(value: SQLiteValue)

  /// Returns the value to store when this value is assigned to an entity's property. It is the same
  /// as `value`, unless no stored value could be read back as this one. An example is an integer
  /// above `Int64.max`.
  ///
  /// - Throws: ``DatabaseError`` with `.typeMismatch` in that case. Nothing is stored then.
  func storedValue() throws(DatabaseError) -> SQLiteValue
}

extension Bindable {
  /// Returns `value`, which is right for most types.
  public func storedValue() throws(DatabaseError) -> SQLiteValue { value }

  /// Returns the error that ``storedValue()`` throws. Its text names the type and not the value.
  package static func cannotStore(_ what: String, remedy: String) -> DatabaseError {
    DatabaseError(.typeMismatch, "SQLite cannot store \(what).", remedy: remedy)
  }
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
  @inlinable
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
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

  public func storedValue() throws(DatabaseError) -> SQLiteValue {
    guard let wrapped = self else { return .null }
    return try wrapped.storedValue()
  }
}
