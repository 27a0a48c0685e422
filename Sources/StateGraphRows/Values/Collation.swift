/// How SQLite compares the text of a column (<https://sqlite.org/datatype3.html#collation>).
@usableFromInline
package enum Collation: Hashable, Sendable {
  case binary
  /// Folds the 26 ASCII letters and nothing else.
  case noCase
  /// Ignores trailing spaces.
  case rightTrim
  /// Registered by someone; only SQLite can say what it holds equal.
  case custom

  package init(name: String) {
    self =
      switch name.uppercased() {
      case "BINARY": .binary
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom
      }
  }

  /// What stands behind COLLATE; nil for the default, and where the name is not known.
  package var name: String? {
    switch self {
    case .noCase: "NOCASE"
    case .rightTrim: "RTRIM"
    case .binary, .custom: nil
    }
  }
}
