import StateGraphSQLite

/// A key that shares columns with another one. Its values are drawn and compared with all others.
struct WatchedKey {
  let columns: [Int]
  private let collations: [Collation]
  private var seen: Set<[SQLiteValue]>

  init(_ columns: [Int], of table: TableSchema, taken: Set<[SQLiteValue]>) {
    self.columns = columns
    collations = columns.map { table.columns[$0].collation }
    seen = taken
  }

  /// Whether no row has these values yet. As in SQLite, NULL differs from each other value.
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
  /// Returns the value in which texts that the collation treats as equal are the same.
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
    case .binary, .custom: return self
    }
  }
}
