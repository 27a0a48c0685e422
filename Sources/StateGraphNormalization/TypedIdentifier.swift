/// The identifier of an entity, typed by the entity: a `User`'s is not a `Post`'s, although both
/// are strings.
///
/// Two identifiers are equal when their raw values are the same to the database: strings are
/// compared byte for byte, so a composed and a decomposed "é" are two identifiers.
public struct TypedIdentifier<Owner, RawValue: Hashable & Sendable>: Sendable {
  /// The identifier as it is stored.
  public let raw: RawValue

  /// Makes the identifier of an `Owner` from its raw value.
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

  /// The raw value where it is a string. A comparison of two types; a cast would ask the runtime,
  /// and cost more than the look-up that it is for.
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
