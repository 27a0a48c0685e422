extension Bool: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .bool(let value) = storageValue else { return nil }
    self = value
  }

  public var storageValue: GraphStorageValue { .bool(self) }
}

extension String: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .text(let value) = storageValue else { return nil }
    self = value
  }

  public var storageValue: GraphStorageValue { .text(self) }
}

extension Double: GraphStorable {
  /// Decodes a floating-point number.
  ///
  /// Also accepts an integer if a `Double` represents it exactly, because other programs may store
  /// 2 instead of 2.0.
  public init?(storageValue: GraphStorageValue) {
    switch storageValue {
    case .real(let value): self = value
    case .integer(let value):
      guard let exact = Double(exactly: value) else { return nil }
      self = exact
    default: return nil
    }
  }

  public var storageValue: GraphStorageValue { .real(self) }
}

extension Float: GraphStorable {
  /// Decodes a number. Returns nil if a `Float` cannot represent the number exactly.
  ///
  /// If other numbers were accepted, the node would return a rounded number that was never stored.
  public init?(storageValue: GraphStorageValue) {
    guard let value = Double(storageValue: storageValue) else { return nil }
    let rounded = Float(value)
    guard Double(rounded) == value || value.isNaN else { return nil }
    self = rounded
  }

  public var storageValue: GraphStorageValue { .real(Double(self)) }
}

extension GraphStorable where Self: FixedWidthInteger {
  // Integers that do not fit into 64 bits are stored as text with decimal digits.
  public init?(storageValue: GraphStorageValue) {
    switch storageValue {
    case .integer(let value): self.init(exactly: value)
    case .largeInteger(let value): self.init(exactly: value)
    case .text(let digits) where Self.bitWidth > 64: self.init(digits)
    default: return nil
    }
  }

  public var storageValue: GraphStorageValue {
    if let value = Int64(exactly: self) { return .integer(value) }
    if let value = UInt64(exactly: self) { return .largeInteger(value) }
    return .text(String(self))
  }
}

// Integer types are also `Codable`. So the default implementations for integers and for `Codable`
// types both apply to them. With this extension, the compiler chooses the implementation for
// integers.
extension GraphStorable where Self: FixedWidthInteger & Codable {
  public init?(storageValue: GraphStorageValue) {
    switch storageValue {
    case .integer(let value): self.init(exactly: value)
    case .largeInteger(let value): self.init(exactly: value)
    case .text(let digits) where Self.bitWidth > 64: self.init(digits)
    default: return nil
    }
  }

  public var storageValue: GraphStorageValue {
    if let value = Int64(exactly: self) { return .integer(value) }
    if let value = UInt64(exactly: self) { return .largeInteger(value) }
    return .text(String(self))
  }
}

extension Int: GraphStorable {}
extension Int8: GraphStorable {}
extension Int16: GraphStorable {}
extension Int32: GraphStorable {}
extension Int64: GraphStorable {}
extension Int128: GraphStorable {}
extension UInt: GraphStorable {}
extension UInt8: GraphStorable {}
extension UInt16: GraphStorable {}
extension UInt32: GraphStorable {}
extension UInt64: GraphStorable {}
extension UInt128: GraphStorable {}
