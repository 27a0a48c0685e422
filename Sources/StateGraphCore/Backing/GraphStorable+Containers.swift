extension Optional: GraphStorable where Wrapped: GraphStorable {
  /// Decodes an optional. A stored null becomes `.none`.
  ///
  /// Returns nil if any other stored value cannot be decoded as a `Wrapped`.
  public init?(storageValue: GraphStorageValue) {
    if storageValue == .null {
      self = .none
    } else if let value = Wrapped(storageValue: storageValue) {
      self = .some(value)
    } else if storageValue == Self.boxedNull, let value = Wrapped(storageValue: .null) {
      self = .some(value)
    } else {
      return nil
    }
  }

  /// The stored form of the wrapped value, or null if this optional is nil.
  ///
  /// An optional that contains a nil, such as `Int??.some(nil)`, is stored as an array with one
  /// null.
  public var storageValue: GraphStorageValue {
    guard let value = self?.storageValue else { return .null }
    return value == .null ? Self.boxedNull : value
  }

  /// The stored form of a nil inside another optional, such as `Optional(nil)`.
  ///
  /// It must differ from the stored form of the outer nil, which is null.
  private static var boxedNull: GraphStorageValue { .array([.null]) }
}

extension Array: GraphStorable where Element: GraphStorable {
  /// Decodes an array. Returns nil if one of the stored elements cannot be decoded as an `Element`.
  public init?(storageValue: GraphStorageValue) {
    guard case .array(let values) = storageValue else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let element = Element(storageValue: value) else { return nil }
      elements.append(element)
    }
    self = elements
  }

  public var storageValue: GraphStorageValue { .array(map(\.storageValue)) }
}

extension Dictionary: GraphStorable where Key == String, Value: GraphStorable {
  /// Decodes a dictionary. Returns nil if one of the stored values cannot be decoded as a `Value`.
  public init?(storageValue: GraphStorageValue) {
    guard case .dictionary(let values) = storageValue else { return nil }
    var entries: [String: Value] = [:]
    entries.reserveCapacity(values.count)
    for (key, value) in values {
      guard let entry = Value(storageValue: value) else { return nil }
      entries[key] = entry
    }
    self = entries
  }

  public var storageValue: GraphStorageValue { .dictionary(mapValues(\.storageValue)) }
}
