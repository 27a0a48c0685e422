#if GTK
/// The keys that the user holds down while pressing another key.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the keys.
  public let rawValue: Int

  /// Creates a set from the bits of its keys.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The `Control` key.
  public static let control = KeyModifiers(rawValue: 1)
  /// The `Shift` key.
  public static let shift = KeyModifiers(rawValue: 2)
  /// The `Alt` key.
  public static let alt = KeyModifiers(rawValue: 4)

  /// The keys in the syntax of GTK, such as `<Control><Shift>`.
  var trigger: String {
    (contains(.control) ? "<Control>" : "") + (contains(.shift) ? "<Shift>" : "")
      + (contains(.alt) ? "<Alt>" : "")
  }
}

#endif
