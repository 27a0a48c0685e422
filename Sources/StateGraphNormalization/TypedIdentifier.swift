/// The identifier of an entity. `Owner` is the type of the entity.
///
/// The compiler therefore does not accept the identifier of a `User` as the identifier of a `Post`.
///
/// Two identifiers are equal if SQLite treats their raw values as equal. Strings are compared byte
/// by byte, so a composed and a decomposed "é" are different identifiers.
public struct TypedIdentifier<Owner, RawValue: Hashable & Sendable>: Sendable {
  /// The stored value of the identifier, for example a string or an integer.
  public let raw: RawValue

  /// Creates the identifier of an `Owner` from its stored value, for example a string.
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

  /// The raw value if it is a string, or nil for other types.
  ///
  /// The getter compares the types instead of a dynamic cast (`as?`), which would take longer than
  /// finding the entity.
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
