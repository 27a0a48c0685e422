import StateGraphSQLite

/// Computes the name of a template's file from everything that determines its bytes. A template
/// with the same name can be used again, also by another process.
struct TemplateDigest {
  /// The version of the templates. Increase this number when a change of the library makes other
  /// bytes from the same fixture.
  private static let format = 1

  private var text: String
  /// Whether code of the test has written a part of the template, so that no digest can be
  /// computed.
  private var isUnknown: Bool

  /// - Parameter base: The template to which a step is added, or nil for the first step of a
  ///   fixture.
  init(base: PreparedTemplate?) {
    text = "format \(Self.format), SQLite \(Database.libraryVersion)"
    if let digest = base?.digest { text += ", on \(digest)" }
    isUnknown = base != nil && base?.digest == nil
  }

  mutating func add(_ name: String, fingerprint: String) {
    text += "\0\(name)\0\(fingerprint)"
  }

  mutating func add(_ name: String, bytes: [UInt8]) {
    guard !isUnknown else { return }
    add(name, fingerprint: SHA256.hexadecimal(of: bytes))
  }

  /// Records that code of the test writes a part of the template. ``name`` is then nil, because no
  /// hash can be computed for code.
  mutating func addCode() { isUnknown = true }

  /// The digest that becomes the name of the template's file, or nil if code has written a part of
  /// the template, so that other processes cannot use it.
  var name: String? { isUnknown ? nil : SHA256.hexadecimal(of: text.utf8) }
}
