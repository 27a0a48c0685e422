public import StateGraphSQLite

/// A way to keep values of a type in a column that cannot hold them as they are.
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
/// A property of `Value?` is NULL where it is nil.
public protocol ColumnConversion: Sendable {
  /// What the property holds.
  associatedtype Value: Sendable
  /// What the column holds.
  associatedtype Stored: Bindable

  /// The form to store. Called on the thread that sets the property, and while no lock is held.
  ///
  /// - Throws: Whatever it likes where the value cannot be stored; then nothing is.
  static func stored(_ value: Value) throws -> Stored

  /// The value of a stored form. Called while no lock is held; also at the end of a write, for what
  /// that has brought, and should it write then, that is part of the write.
  ///
  /// - Throws: Whatever it likes where the form is of no value. The row then has no entity.
  static func value(_ stored: Stored) throws -> Value

  /// What stands where the file has no value: the properties of an entity whose row does not exist.
  /// The value of `Stored.placeholder` unless the conversion says otherwise.
  static var placeholder: Value { get }
}

extension ColumnConversion {
  /// The value of the stored form's placeholder.
  public static var placeholder: Value {
    do {
      return try value(Stored.placeholder)
    } catch {
      preconditionFailure("Write 'static var placeholder' for the conversion \(Self.self).")
    }
  }
}
