extension SQLiteValue {
  /// Returns whether this value comes before `other` in SQLite's order.
  ///
  /// NULL comes first, then numbers, then text by the collation BINARY, then blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Returns a number below 0 if this value comes before `other`, above 0 if after, and 0 if equal.
  ///
  /// Text is compared by `collation`.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
