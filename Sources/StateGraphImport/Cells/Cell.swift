/// One value on its way from an input to a column.
enum Cell {
  /// The record does not mention the column: the column keeps what it has, or takes its default.
  case absent
  /// The record says that there is no value. Only in columns that may be NULL.
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// UTF-8 in a reader's buffer. Valid until that reader goes on to its next record.
  case bytes(UnsafeRawBufferPointer)
  /// Bytes that are no text.
  case blob([UInt8])

  var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Whether there is something to store.
  var hasValue: Bool {
    switch self {
    case .absent, .null: false
    default: true
    }
  }
}
