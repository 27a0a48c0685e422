import StateGraphSQLite

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
