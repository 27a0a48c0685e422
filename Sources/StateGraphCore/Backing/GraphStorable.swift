/// A value that can be kept outside of the graph, by any ``GraphStorageBacking``.
///
/// `Bool`, every integer, `Double`, `Float`, `String`, `Data`, `Date`, `URL`, `UUID`, and
/// optionals, arrays and string-keyed dictionaries of them conform. An enum with a raw value, and
/// any `Codable` type (kept as JSON), conform by saying so:
///
/// ```swift
/// enum Theme: String, GraphStorable { case light, dark }
/// struct Window: Codable, GraphStorable { var width = 800 }
/// ```
///
/// Both requirements are called on whatever thread reads or sets the node, with no lock held, and
/// must undo each other.
public protocol GraphStorable {
  /// Makes the value from what was stored, or nothing where that is of another type: then the node
  /// answers with its initial value.
  init?(storageValue: GraphStorageValue)

  /// What is stored for this value.
  var storageValue: GraphStorageValue { get }
}

extension GraphStorable where Self: RawRepresentable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}

// A type that is both is kept by its raw value.
extension GraphStorable where Self: RawRepresentable & Codable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}
