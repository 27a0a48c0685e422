extension SQLiteValue {
  /// Whether this comes first in SQLite's order: NULL, numbers, text byte by byte, blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool {
    withCell { cell in other.withCell { cell.compare(to: $0, .binary) < 0 } }
  }
}
