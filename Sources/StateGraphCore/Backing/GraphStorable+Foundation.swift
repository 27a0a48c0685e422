public import FoundationEssentials

extension Data: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .data(let bytes) = storageValue else { return nil }
    self.init(bytes)
  }

  public var storageValue: GraphStorageValue { .data(Array(self)) }
}

extension Date: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .date(let seconds) = storageValue else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The seconds since 2001-01-01 00:00:00 UTC.
  public var storageValue: GraphStorageValue { .date(timeIntervalSinceReferenceDate) }
}

extension URL: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .text(let string) = storageValue else { return nil }
    self.init(string: string)
  }

  /// The absolute URL as text.
  ///
  /// A URL that is relative to a base URL is resolved, so the base URL is not stored separately.
  public var storageValue: GraphStorageValue { .text(absoluteString) }
}

extension UUID: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard case .text(let string) = storageValue else { return nil }
    self.init(uuidString: string)
  }

  public var storageValue: GraphStorageValue { .text(uuidString) }
}
