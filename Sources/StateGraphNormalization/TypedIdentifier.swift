/// The identifier of an entity, typed by the entity: a `User`'s is not a `Post`'s, although both
/// are strings.
///
/// Two identifiers are equal when their raw values are the same to the database: strings are
/// compared byte for byte, so a composed and a decomposed "é" are two identifiers.
public struct TypedIdentifier<Owner, RawValue: Hashable & Sendable>: Sendable {
  /// The identifier as it is stored.
  public let raw: RawValue

  /// Makes the identifier of an `Owner` from its raw value.
  public init(_ raw: RawValue) { self.raw = raw }
}

extension TypedIdentifier: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    // Folded away where the type is known: this is one comparison in specialised code.
    if let a = left.raw as? String, let b = right.raw as? String {
      return a.utf8.elementsEqual(b.utf8)
    }
    return left.raw == right.raw
  }

  public func hash(into hasher: inout Hasher) {
    if var text = raw as? String {
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    } else {
      hasher.combine(raw)
    }
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
