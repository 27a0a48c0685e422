/// How SQLite compares the text of a column (<https://sqlite.org/datatype3.html#collation>).
@usableFromInline
package enum Collation: Hashable, Sendable {
  case binary
  /// Folds the 26 ASCII letters and nothing else.
  case noCase
  /// Ignores spaces at the end.
  case rightTrim
  /// A collation that the application has registered. Only SQLite can compare by it.
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

  /// The name behind COLLATE; nil for the default collation and for a custom one, whose name is not
  /// kept.
  package var name: String? {
    switch self {
    case .noCase: "NOCASE"
    case .rightTrim: "RTRIM"
    case .binary, .custom: nil
    }
  }
}
