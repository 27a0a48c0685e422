extension Optional: GraphStorable where Wrapped: GraphStorable {
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

  public var storageValue: GraphStorageValue {
    guard let value = self?.storageValue else { return .null }
    return value == .null ? Self.boxedNull : value
  }

  /// The stored form of an optional that contains nil, which differs from nil itself.
  private static var boxedNull: GraphStorageValue { .array([.null]) }
}

extension Array: GraphStorable where Element: GraphStorable {
  /// Returns nil if any element has another type.
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
  /// Returns nil if any value has another type.
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
