import CSQLite

/// How SQLite compares the text of a column (<https://sqlite.org/datatype3.html#collation>).
package enum Collation: Sendable, Equatable {
  case binary
  /// Folds the 26 ASCII letters and nothing else.
  case noCase
  /// Ignores trailing spaces.
  case rightTrim
  /// Registered by someone; only SQLite can say what it holds equal.
  case custom

  init(name: String) {
    self =
      switch name.uppercased() {
      case "BINARY": .binary
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom
      }
  }
}

extension Connection {
  func collation(ofColumn column: String, table: String) -> Collation {
    var name: UnsafePointer<CChar>?
    let result = sqlite3_table_column_metadata(
      handle,
      "main",
      table,
      column,
      nil,
      &name,
      nil,
      nil,
      nil
    )
    guard result == SQLITE_OK, let name else { return .binary }
    return Collation(name: String(cString: name))
  }
}

extension ColumnSchema {
  /// The representative of all values that `column = value` holds equal, so that a dictionary finds
  /// what SQLite would. Nil where only SQLite can compare.
  package func equalityKey(_ value: SQLiteValue) -> SQLiteValue? {
    switch affinity.compared(value) {
    case .text(let text):
      switch collation {
      case .binary: return .text(text)
      case .noCase:
        let folded = text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
        return .text(String(decoding: folded, as: UTF8.self))
      case .rightTrim:
        var bytes = Array(text.utf8)
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return .text(String(decoding: bytes, as: UTF8.self))
      case .custom: return nil
      }
    case let other: return other
    }
  }
}

extension Affinity {
  /// `value` as SQLite converts it before comparing it with a column of this affinity
  /// (<https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison>).
  func compared(_ value: SQLiteValue) -> SQLiteValue {
    switch (self, value) {
    case (.integer, .text(let text)), (.real, .text(let text)), (.numeric, .text(let text)):
      if let integer = Int64(text) { return .integer(integer) }
      if let real = Double(text), real.isFinite { return .real(real) }
      return value
    case (.text, .integer(let integer)): return .text(String(integer))
    default: return value
    }
  }
}
