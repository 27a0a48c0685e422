extension SQLiteValue {
  /// Whether this comes first in SQLite's order: NULL, numbers, text byte by byte, blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Negative where this comes first in SQLite's order, positive where the other does.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
