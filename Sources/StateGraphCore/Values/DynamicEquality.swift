/// Compares values of a type that can be `Equatable`, which is found out when they are compared.
package enum DynamicEquality {
  /// Returns whether two values are equal by `==`, and texts in them have the same bytes.
  ///
  /// Values of a type that is not `Equatable` are never equal.
  package static func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    guard let one = one as? any Equatable else { return false }
    return areSame(one, other)
  }

  private static func areSame<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    guard let other = other as? Value else { return false }
    return ValueEquality.areSame(one, other)
  }
}
