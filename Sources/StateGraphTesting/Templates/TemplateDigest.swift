import StateGraphSQLite

/// Computes the name of a template from everything that determines its bytes.
struct TemplateDigest {
  /// Increase this number if the same fixture leads to other bytes.
  private static let format = 1

  private var text: String
  /// Whether the template below has no digest, because it was written by code.
  private var isUnknown: Bool

  /// - Parameter base: The template below the template, or nil if there is none.
  init(base: PreparedTemplate?) {
    text = "format \(Self.format), SQLite \(Database.libraryVersion)"
    if let digest = base?.digest { text += ", on \(digest)" }
    isUnknown = base != nil && base?.digest == nil
  }

  mutating func add(_ name: String, _ fingerprint: String) {
    text += "\0\(name)\0\(fingerprint)"
  }

  mutating func add(_ name: String, _ bytes: [UInt8]) {
    guard !isUnknown else { return }
    add(name, SHA256.hexadecimal(of: bytes))
  }

  /// Adds code, which has no hash.
  mutating func addCode() { isUnknown = true }

  /// The name of the template's file. Nil if other processes cannot compute the same name.
  var name: String? { isUnknown ? nil : SHA256.hexadecimal(of: text.utf8) }
}
