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
/// An optional property of type `Value?` can use the same conversion. A nil is stored as NULL, and
/// the conversion is not called.
public protocol ColumnConversion: Sendable {
  /// The type of the property in Swift, without `?` if the property is optional.
  associatedtype Value: Sendable
  /// The type that the column stores, such as `String` or `Int`.
  associatedtype Stored: Bindable

  /// Converts a property's value to the form that the column stores.
  ///
  /// Runs on the thread that sets the property. No lock is held.
  ///
  /// - Throws: Any error if the column cannot store the value. The property is then not set, and
  ///   the error is reported as `Database.write(_:)` describes.
  static func stored(_ value: Value) throws -> Stored

  /// Converts a stored form back to the property's value.
  ///
  /// Runs on the thread that reads the property or loads the row. No lock is held. A write also
  /// calls this function before COMMIT, to check the values that it has stored. If the function
  /// itself writes to the database, that write belongs to the same transaction.
  ///
  /// - Throws: Any error if the stored form cannot be converted. The row then has no entity.
  static func value(_ stored: Stored) throws -> Value

  /// The value of the property in an entity whose row does not exist.
  ///
  /// The default implementation converts `Stored.placeholder`.
  static var placeholder: Value { get }
}

extension ColumnConversion {
  /// The property's value for the placeholder of the stored type, for example for an empty string.
  /// A property has this value in an entity whose row does not exist.
  ///
  /// Stops the program if the conversion throws an error. Implement `placeholder` in this case.
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
