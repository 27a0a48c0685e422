/// Decides whether a node's new value counts as a change.
///
/// Values are compared by `==`, and text also by its bytes. Swift treats a composed and a
/// decomposed "é" as equal, but a database stores them as different values. Without the comparison
/// of bytes, assigning the decomposed form to a node with the composed form would have no effect.
@usableFromInline
enum ValueEquality {
  /// Returns whether both values are equal by `==`, and the texts in them have the same bytes.
  ///
  /// The bytes of strings, characters and raw values are compared, also inside optionals, arrays,
  /// sets and dictionaries. Values of any other type are compared only by their own `==`.
  @inlinable
  static func areSame<Value: Equatable>(_ old: Value, and new: Value) -> Bool {
    guard old == new else { return false }
    // Values without references contain no text. If the compiler knows the type, it removes the
    // unneeded branch.
    return _isPOD(Value.self) || haveSameText(old, and: new)
  }

  /// Returns whether the texts in two equal values have the same bytes.
  @usableFromInline
  @inline(never)
  static func haveSameText<Value>(_ left: Value, and right: Value) -> Bool {
    if Value.self is AnyObject.Type { return true }
    if let left = left as? any TextContaining { return left.hasSameText(as: right) }
    if let left = left as? any RawRepresentable { return left.hasSameRawText(as: right) }
    return true
  }

  /// Returns whether values of a type may contain text. If the elements of a collection contain no
  /// text, the collection needs no comparison of bytes.
  fileprivate static func mayContainText<Value>(_ type: Value.Type) -> Bool {
    if _isPOD(type) || type is AnyObject.Type { return false }
    return type is any TextContaining.Type || type is any RawRepresentable.Type
  }
}

/// A type of the standard library that is text or may contain text.
private protocol TextContaining {
  /// Returns whether the texts in both values have the same bytes. `other` has the same type, and
  /// is equal to this value by `==`.
  func hasSameText(as other: Any) -> Bool
}

extension String: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    guard var right = other as? String else { return true }
    var left = self
    return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
  }
}

extension Substring: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    (other as? Substring).map { utf8.elementsEqual($0.utf8) } ?? true
  }
}

extension Character: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    (other as? Character).map { utf8.elementsEqual($0.utf8) } ?? true
  }
}

extension Optional: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    guard let self, let other = other as? Wrapped else { return true }
    return ValueEquality.haveSameText(self, and: other)
  }
}

extension Array: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    guard ValueEquality.mayContainText(Element.self), let other = other as? [Element] else {
      return true
    }
    return zip(self, other).allSatisfy { ValueEquality.haveSameText($0, and: $1) }
  }
}

extension Set: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    guard ValueEquality.mayContainText(Element.self), let other = other as? Set<Element> else {
      return true
    }
    return allSatisfy { element in
      other.firstIndex(of: element).map { ValueEquality.haveSameText(element, and: other[$0]) }
        ?? true
    }
  }
}

extension Dictionary: TextContaining {
  fileprivate func hasSameText(as other: Any) -> Bool {
    guard ValueEquality.mayContainText(Key.self) || ValueEquality.mayContainText(Value.self),
      let other = other as? [Key: Value]
    else { return true }
    return allSatisfy { key, value in
      guard let index = other.index(forKey: key) else { return true }
      return ValueEquality.haveSameText(key, and: other[index].key)
        && ValueEquality.haveSameText(value, and: other[index].value)
    }
  }
}

extension RawRepresentable {
  /// Returns false only if both raw values are text, equal by `==`, with different bytes.
  ///
  /// If the raw values differ by `==`, the result is true, because the `==` of the type itself has
  /// already found the two values equal.
  fileprivate func hasSameRawText(as other: Any) -> Bool {
    guard let left = rawValue as? String, let right = (other as? Self)?.rawValue as? String,
      left == right
    else { return true }
    return left.hasSameText(as: right)
  }
}

/// Compares values of a type whose conformance to `Equatable` is known only at run time.
package enum DynamicEquality {
  /// Returns whether `==` returns true for two values and the texts in them have the same bytes.
  ///
  /// Values of a type that is not `Equatable` are never equal.
  package static func areEqual<Value>(_ one: Value, and other: Value) -> Bool {
    guard let one = one as? any Equatable else { return false }
    return areSame(one, and: other)
  }

  private static func areSame<Value: Equatable>(_ one: Value, and other: Any) -> Bool {
    guard let other = other as? Value else { return false }
    return ValueEquality.areSame(one, and: other)
  }
}
