extension ColumnSchema {
  /// The same column, whose texts are compared as dates.
  package var comparingDates: ColumnSchema {
    var column = self
    column.collation = .date
    return column
  }
}

extension ColumnSchema {
  /// Returns the value that SQLite compares with the column in `column = value`.
  ///
  /// SQLite first converts `value` by the column's affinity. Returns nil if only SQLite can compare
  /// `value` with the column.
  package func compared(_ value: SQLiteValue) -> SQLiteValue? {
    // Only SQLite can compute the value of a virtual generated column.
    guard generation != .virtual, let compared = affinity.compared(value) else { return nil }
    if collation == .custom, case .text = compared { return nil }
    return compared
  }

  /// Returns a dictionary key for `value`.
  ///
  /// Values that SQLite treats as equal in `column = value` have the same dictionary key. Returns
  /// nil if only SQLite can compare them.
  package func equalityKey(_ value: SQLiteValue) -> SQLiteValue? {
    guard let compared = compared(value) else { return nil }
    guard case .text(let text) = compared else { return compared }
    switch collation {
    case .binary: return compared
    case .noCase:
      // NOCASE compares text only up to the first NUL byte. The lower-case text is no dictionary
      // key for this comparison, so the result is nil.
      guard !text.utf8.contains(0) else { return nil }
      return .text(String(decoding: text.utf8.map(RowCell.folded), as: UTF8.self))
    case .rightTrim:
      var bytes = Array(text.utf8)
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .date: return compared.withNormalDate
    case .custom: return nil
    }
  }
}

extension Affinity {
  /// Returns the value that SQLite compares with a column of this affinity.
  ///
  /// SQLite may convert the value before the comparison
  /// (<https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison>). Returns nil for
  /// conversions that this function does not support, such as the number 0.1 to text.
  package func compared(_ value: SQLiteValue) -> SQLiteValue? {
    switch (self, value) {
    case (.integer, .text(let text)), (.real, .text(let text)), (.numeric, .text(let text)):
      // A text without a digit is not a number. SQLite does not convert such a text.
      guard text.utf8.contains(where: { (48...57).contains($0) }) else { return value }
      guard let integer = Int64(text), String(integer) == text else { return nil }
      return .integer(integer)
    case (.text, .real): return nil
    case (.text, .integer(let integer)): return .text(String(integer))
    default: return value
    }
  }
}
