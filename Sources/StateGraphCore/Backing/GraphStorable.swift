/// A value that any ``GraphStorageBacking`` can store outside of the graph.
///
/// `Bool`, all integers, `Double`, `Float`, `String`, `Data`, `Date`, `URL`, `UUID`, and optionals,
/// arrays and string-keyed dictionaries of these conform. An enum with a raw value and a `Codable`
/// type (stored as JSON) conform by a declaration:
///
/// ```swift
/// enum Theme: String, GraphStorable { case light, dark }
/// struct Window: Codable, GraphStorable { var width = 800 }
/// ```
///
/// Both requirements are called on any thread, with no lock held. The initialiser must restore the
/// value from which `storageValue` was made.
public protocol GraphStorable {
  /// Creates the value from its stored form. Returns nil if the stored form belongs to another
  /// type; the node then returns its initial value.
  init?(storageValue: GraphStorageValue)

  /// The stored form of this value.
  var storageValue: GraphStorageValue { get }
}

extension GraphStorable where Self: RawRepresentable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}

// This extension resolves an ambiguity: a type that is both `RawRepresentable` and `Codable` is
// stored by its raw value and not as JSON.
extension GraphStorable where Self: RawRepresentable & Codable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}
