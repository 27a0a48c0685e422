/// A type whose values can be bound to a statement and read back from a column.
///
/// `Self(value: x.value)` must equal `x`, unless `x.storedValue()` throws. An enumeration with raw
/// values needs only the conformance:
///
/// ```swift
/// enum Status: String, Bindable { case draft, published }
/// ```
public protocol Bindable: Sendable {
  /// How SQLite compares the stored values: ``ComparedByValue``, or ``NotCompared`` if it would
  /// order them in another way than Swift orders the values.
  ///
  /// Conditions, orders, groups and the least and the greatest value of a query compile only for
  /// ``ComparedByValue``.
  associatedtype QueryComparison = ComparedByValue

  /// The column type that a `STRICT` table declares for values of this type.
  static var columnType: ColumnType { get }

  /// The value that SQLite stores for this value, and compares with a column.
  ///
  /// If SQLite cannot store this value exactly, ``storedValue()`` throws, and `value` is used only
  /// in comparisons.
  var value: SQLiteValue { get }

  /// The value that an entity's property of this type returns if the entity's row does not exist.
  static var placeholder: Self { get }

  /// Creates a Swift value from a stored value.
  ///
  /// Returns nil if the storage class does not fit, or if the value is out of range.
  init?(value: SQLiteValue)

  /// Returns the value to store when this value is assigned to an entity's property.
  ///
  /// The result equals `value` if SQLite can store this value exactly.
  ///
  /// - Throws: ``DatabaseError`` with `.typeMismatch` if SQLite cannot store the value exactly,
  ///   such as an integer above `Int64.max`. Nothing is stored in that case.
  func storedValue() throws(DatabaseError) -> SQLiteValue
}

extension Bindable {
  /// Returns `value`, for types whose values can all be stored exactly.
  ///
  /// A type must implement this method itself if some of its values cannot be read back exactly.
  public func storedValue() throws(DatabaseError) -> SQLiteValue { value }

  /// Returns the error that ``storedValue()`` throws.
  ///
  /// The text of the error does not contain the value, because errors must be safe to log.
  package static func cannotStore(_ what: String, remedy: String) -> DatabaseError {
    DatabaseError(.typeMismatch, "SQLite cannot store \(what).", remedy: remedy)
  }
}

/// Marks a ``Bindable`` type whose stored values SQLite compares as Swift compares the values.
public enum ComparedByValue {}

/// Marks a ``Bindable`` type whose stored values SQLite does not compare as Swift compares the
/// values.
public enum NotCompared {}

/// The column types that a `STRICT` table accepts (<https://sqlite.org/stricttables.html>).
///
/// The raw values are SQLite's keywords.
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
  public typealias QueryComparison = Wrapped.QueryComparison
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
