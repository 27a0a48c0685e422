extension SQLiteValue {
  /// Returns whether this value comes before `other` in SQLite's order: first NULL, then numbers,
  /// then text by the collation BINARY, then blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Returns a number less than 0 if this value comes before `other`, greater than 0 if it comes
  /// after `other`, and 0 if both are equal.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
