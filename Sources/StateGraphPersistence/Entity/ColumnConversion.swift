public import StateGraphSQLite

/// Converts between a property's type and a type that a column can store.
///
/// ```swift
/// enum Cents: ColumnConversion {
///   static func stored(_ value: Money) -> Int { value.cents }
///   static func value(_ stored: Int) -> Money { Money(cents: stored) }
/// }
///
/// @GraphStored @Column(as: Cents.self) var price: Money
/// ```
///
/// A property of type `Value?` is stored as NULL when it is nil; the conversion is not called.
public protocol ColumnConversion: Sendable {
  /// The property's type.
  associatedtype Value: Sendable
  /// The type that the column stores.
  associatedtype Stored: Bindable

  /// Returns the stored form of a value. Called on the thread that sets the property, with no lock
  /// held.
  ///
  /// - Throws: Any error if the value cannot be stored. The property is then not set, and the error
  ///   is reported as `Database.write(_:)` describes.
  static func stored(_ value: Value) throws -> Stored

  /// Returns the value of a stored form. Called with no lock held, on the thread that reads the
  /// property or loads the row. A write also calls it before COMMIT, to check the values that it
  /// has stored; a write that the function itself makes then belongs to the same transaction.
  ///
  /// - Throws: Any error if no value has this stored form. The row then has no entity.
  static func value(_ stored: Stored) throws -> Value

  /// The property's value in an entity whose row does not exist. By default the value of
  /// `Stored.placeholder`.
  static var placeholder: Value { get }
}

extension ColumnConversion {
  /// The value of the stored form's placeholder.
  public static var placeholder: Value {
    do {
      return try value(Stored.placeholder)
    } catch {
      preconditionFailure(
        "\(Self.self) cannot convert a placeholder: implement 'static var placeholder'."
      )
    }
  }
}
