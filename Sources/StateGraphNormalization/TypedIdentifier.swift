/// The identifier of an entity, with the entity's type: the identifier of a `User` cannot be used
/// for a `Post`, although both are strings.
///
/// Two identifiers are equal if a database treats their raw values as equal. Strings are compared
/// byte by byte, so that a composed and a decomposed "é" are different identifiers.
public struct TypedIdentifier<Owner, RawValue: Hashable & Sendable>: Sendable {
  /// The stored value.
  public let raw: RawValue

  /// Creates the identifier of an `Owner` from its stored value.
  @inlinable
  public init(_ raw: RawValue) { self.raw = raw }
}

extension TypedIdentifier: Hashable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    if let left = left.text, let right = right.text {
      return left.utf8.elementsEqual(right.utf8)
    }
    return left.raw == right.raw
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    if var text {
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    } else {
      hasher.combine(raw)
    }
  }

  /// The raw value if it is a string. Compares two types, because a dynamic cast would cost more
  /// than the look-up that hashes the identifier.
  @inlinable
  var text: String? {
    RawValue.self == String.self ? unsafeBitCast(raw, to: String.self) : nil
  }
}

extension TypedIdentifier: CustomStringConvertible {
  public var description: String { "\(Owner.self)(\(raw))" }
}

extension TypedIdentifier: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    self.init(RawValue(unicodeScalarLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
    self.init(RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByStringLiteral
where RawValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: RawValue.StringLiteralType) {
    self.init(RawValue(stringLiteral: value))
  }
}

extension TypedIdentifier: ExpressibleByIntegerLiteral
where RawValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    self.init(RawValue(integerLiteral: value))
  }
}
