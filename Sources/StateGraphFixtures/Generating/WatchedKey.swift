import StateGraphSQLite

/// A key for which no ``KeyWalk`` is possible, for example because it shares columns with another
/// key. Its values are drawn at random, and compared with the values of all other rows.
struct WatchedKey {
  let columns: [Int]
  private let collations: [Collation]
  private var seen: Set<[SQLiteValue]>

  init(_ columns: [Int], of table: TableSchema, taken: Set<[SQLiteValue]>) {
    self.columns = columns
    collations = columns.map { table.columns[$0].collation }
    seen = taken
  }

  /// Whether no other row has the row's values of the key. As in SQLite, a key with NULL counts as
  /// new, because NULL differs from every value.
  func isNew(in row: [SQLiteValue?]) -> Bool { value(of: row).map { !seen.contains($0) } ?? true }

  mutating func remember(_ row: [SQLiteValue?]) {
    if let value = value(of: row) { seen.insert(value) }
  }

  private func value(of row: [SQLiteValue?]) -> [SQLiteValue]? {
    var values: [SQLiteValue] = []
    for (column, collation) in zip(columns, collations) {
      guard let value = row[column], value != .null else { return nil }
      values.append(value.folded(by: collation))
    }
    return values
  }
}

extension SQLiteValue {
  /// Returns a form of the value that is the same for all texts that a collation treats as equal,
  /// such as the text in lower case for NOCASE.
  func folded(by collation: Collation) -> SQLiteValue {
    guard case .text(let text) = self else { return self }
    switch collation {
    case .noCase:
      let bytes = text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .rightTrim:
      var bytes = Array(text.utf8)
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .binary, .date, .custom: return self
    }
  }
}
