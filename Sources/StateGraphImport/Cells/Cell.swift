import StateGraphSQLite

/// The value of a record for one column of a table, in a form that SQLite can store.
enum Cell {
  /// The record has no value for the column.
  ///
  /// An existing row keeps its value in this column. A new row gets the default of the column.
  case absent
  /// The record has NULL for the column, and the column allows NULL.
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// UTF-8 text in the buffer of the input's reader, which avoids a copy.
  ///
  /// The pointer is valid until the reader reads the next record.
  case bytes(UnsafeRawBufferPointer)
  /// Binary data, which SQLite stores as a BLOB.
  case blob([UInt8])

  var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Whether the record has a value for the column, and the value is not NULL.
  var hasValue: Bool {
    switch self {
    case .absent, .null: false
    default: true
    }
  }
}

extension Cell {
  init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

extension SQLiteValue {
  /// Creates the value that SQLite stores for a cell. A text in the reader's buffer is copied.
  init(_ cell: Cell) {
    switch cell {
    case .absent, .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
