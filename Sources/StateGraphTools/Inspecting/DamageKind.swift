/// What a message of SQLite's check of a file is about (<https://sqlite.org/pragma.html>). It
/// determines how the file is repaired.
package enum DamageKind: CaseIterable, Sendable {
  /// An index has other entries than its table has rows.
  case index
  /// A value is stored in another type than its column declares, so that an index may miss it.
  case storedType
  /// A column that is NOT NULL contains NULL.
  case null
  /// A row breaks a CHECK constraint.
  case check
  /// The pages of the file are damaged.
  case pages

  package init(message: String) {
    self =
      if ["missing from index", "wrong # of entries in index", "non-unique entry in index"]
        .contains(where: message.contains)
      {
        .index
      } else if message.hasPrefix("NULL value in ") {
        .null
      } else if message.hasPrefix("CHECK constraint failed in ") {
        .check
      } else if Self.isAboutType(message) {
        .storedType
      } else {
        .pages
      }
  }

  /// The messages are `NUMERIC value in t.c`, and `non-INTEGER value in t.c` for STRICT tables.
  private static func isAboutType(_ message: String) -> Bool {
    guard let mark = message.firstRange(of: " value in ") else { return false }
    let type = message[..<mark.lowerBound]
    return ["NUMERIC", "TEXT"].contains(String(type)) || type.hasPrefix("non-")
  }
}
