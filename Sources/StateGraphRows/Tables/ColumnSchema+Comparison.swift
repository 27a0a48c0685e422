extension ColumnSchema {
  /// `value` as SQLite converts it for `column = value`. Nil where only SQLite can compare.
  package func compared(_ value: SQLiteValue) -> SQLiteValue? {
    // Only SQLite computes these, whenever somebody reads them.
    guard generation != .virtual, let compared = affinity.compared(value) else { return nil }
    if collation == .custom, case .text = compared { return nil }
    return compared
  }

  /// The representative of all values that `column = value` holds equal, so that a dictionary finds
  /// what SQLite would. Nil where only SQLite can compare.
  package func equalityKey(_ value: SQLiteValue) -> SQLiteValue? {
    guard let compared = compared(value) else { return nil }
    guard case .text(let text) = compared else { return compared }
    switch collation {
    case .binary: return compared
    case .noCase:
      // SQLite stops comparing at a NUL.
      guard !text.utf8.contains(0) else { return nil }
      return .text(String(decoding: text.utf8.map(RowCell.folded), as: UTF8.self))
    case .rightTrim:
      var bytes = Array(text.utf8)
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .custom: return nil
    }
  }
}

extension Affinity {
  /// `value` as SQLite converts it before comparing it with a column of this affinity
  /// (<https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison>).
  /// Nil where only SQLite knows: how it reads ' 1e0 ' as a number, how it writes 0.1 as text.
  package func compared(_ value: SQLiteValue) -> SQLiteValue? {
    switch (self, value) {
    case (.integer, .text(let text)), (.real, .text(let text)), (.numeric, .text(let text)):
      // No number is written without a digit.
      guard text.utf8.contains(where: { (48...57).contains($0) }) else { return value }
      guard let integer = Int64(text), String(integer) == text else { return nil }
      return .integer(integer)
    case (.text, .real): return nil
    case (.text, .integer(let integer)): return .text(String(integer))
    default: return value
    }
  }
}
