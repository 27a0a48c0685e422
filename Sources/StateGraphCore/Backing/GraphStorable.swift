/// A value that any ``GraphStorageBacking`` can store outside of the graph.
///
/// `Bool`, all integers, `Double`, `Float`, `String`, `Data`, `Date`, `URL` and `UUID` conform.
/// Optionals, arrays and string-keyed dictionaries of these types conform too. An enum with a raw
/// value, or a `Codable` type, needs only the declaration of the conformance. A `Codable` type is
/// stored as JSON.
///
/// ```swift
/// enum Theme: String, GraphStorable { case light, dark }
/// struct Window: Codable, GraphStorable { var width = 800 }
/// ```
///
/// `init(storageValue:)` and `storageValue` are called on any thread, with no lock held. The
/// initialiser must restore the value from which `storageValue` was made.
public protocol GraphStorable {
  /// Creates the value from its stored form.
  ///
  /// Returns nil if the stored form belongs to another type. In this case, the node returns its
  /// initial value.
  init?(storageValue: GraphStorageValue)

  /// The stored form of this value. ``init(storageValue:)`` must be able to restore the value from
  /// it.
  var storageValue: GraphStorageValue { get }
}

extension GraphStorable where Self: RawRepresentable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}

// A type that is both `RawRepresentable` and `Codable` is stored by its raw value and not as JSON.
// The compiler needs this extension to choose between the two default implementations.
extension GraphStorable where Self: RawRepresentable & Codable, RawValue: GraphStorable {
  public init?(storageValue: GraphStorageValue) {
    guard let rawValue = RawValue(storageValue: storageValue) else { return nil }
    self.init(rawValue: rawValue)
  }

  public var storageValue: GraphStorageValue { rawValue.storageValue }
}
