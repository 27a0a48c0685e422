extension SQLiteValue {
  /// Whether this value sorts before another: NULL, numbers, text by the collation BINARY, blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Less than 0 if this value sorts before the other, greater than 0 if it sorts behind.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
