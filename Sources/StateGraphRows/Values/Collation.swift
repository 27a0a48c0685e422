/// The rule by which SQLite compares the text of a column
/// (<https://sqlite.org/datatype3.html#collation>).
@usableFromInline
package enum Collation: Hashable, Sendable {
  case binary
  /// Ignores the case of the 26 ASCII letters. The case of other letters counts.
  case noCase
  /// Ignores spaces at the end of the text.
  case rightTrim
  /// Compares dates as points in time, although other programs may have written them in other forms
  /// than ``DateText``. No column of a file declares this collation.
  case date
  /// A collation that an application has registered. Only SQLite can compare texts by it.
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

  /// The name of the collation for a COLLATE clause.
  ///
  /// The value is nil for the default collation, which needs no clause. Also nil for a custom
  /// collation, because its name is not stored.
  package var name: String? {
    switch self {
    case .noCase: "NOCASE"
    case .rightTrim: "RTRIM"
    case .date: "STATEGRAPH_DATE"
    case .binary, .custom: nil
    }
  }
}

extension String {
  /// Returns whether SQLite treats both strings as the same name.
  ///
  /// SQLite ignores the case of the 26 ASCII letters. The case of other letters counts.
  package func isSameName(as other: String) -> Bool {
    foldingASCII(self).elementsEqual(foldingASCII(other))
  }
}

private func foldingASCII(_ name: String) -> some Sequence<UInt8> {
  name.utf8.lazy.map { (65...90).contains($0) ? $0 + 32 : $0 }
}
