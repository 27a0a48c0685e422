extension SQLiteValue {
  /// Whether this comes first in SQLite's order: NULL, numbers, text byte by byte, blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): a.isLess(than: b)
    case (.real(let a), .integer(let b)): Int64(exactly: a) != b && !b.isLess(than: a)
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

extension Int64 {
  /// Exact, where a conversion to a floating-point number would round.
  fileprivate func isLess(than real: Double) -> Bool {
    if real >= 0x1p63 { return true }
    if real < -0x1p63 { return false }
    let whole = real.rounded(.down)
    return self < Int64(whole) || (self == Int64(whole) && real > whole)
  }
}
