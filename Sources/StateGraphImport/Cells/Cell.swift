/// One value of a record, as it is bound to a column.
enum Cell {
  /// The record has no value for the column: the column keeps its value, or gets its default.
  case absent
  /// The record has NULL for the column. Only for columns that may be NULL.
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// UTF-8 in the buffer of a reader. Valid until the reader reads its next record.
  case bytes(UnsafeRawBufferPointer)
  /// Bytes that are not a text.
  case blob([UInt8])

  var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Whether the record has a value for the column that is not NULL.
  var hasValue: Bool {
    switch self {
    case .absent, .null: false
    default: true
    }
  }
}
