extension SQLiteValue {
  /// Returns whether this value comes before `other` in SQLite's order
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>). NULL comes first, then numbers,
  /// then text by the collation BINARY, then blobs.
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Returns a number below 0 if this value comes before `other`, above 0 if it comes after
  /// `other`, and 0 if both are equal. Text is compared by `collation`.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
