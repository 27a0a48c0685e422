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

  /// The stored form of a value like `Optional(nil)` in an optional of an optional. It differs from
  /// the stored form of nil.
  private static var boxedNull: GraphStorageValue { .array([.null]) }
}

extension Array: GraphStorable where Element: GraphStorable {
  /// Decodes an array. Returns nil if an element does not have the type of this array's elements.
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
  /// Decodes a dictionary. Returns nil if a value does not have the type of this dictionary's
  /// values.
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
