/// Compares values of a type whose conformance to `Equatable` is known only at run time.
package enum DynamicEquality {
  /// Returns whether `==` returns true for two values and the texts in them have the same bytes.
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
