import StateGraphSQLite

extension Statement {
  /// Binds a cell to the parameter at `index`, counted from 1. Bytes are not copied: the cell's
  /// reader must stay at its record until the statement has run.
  func bind(_ cell: Cell, at index: Int) throws(DatabaseError) {
    switch cell {
    case .absent, .null: try bind(SQLiteValue.null, at: index)
    case .integer(let integer): try bind(SQLiteValue.integer(integer), at: index)
    case .real(let real): try bind(SQLiteValue.real(real), at: index)
    case .text(let text): try bind(SQLiteValue.text(text), at: index)
    case .bytes(let bytes): try bindText(bytes, at: index)
    }
  }

  func bind(_ cells: [Cell], _ indexes: [Int]) throws(DatabaseError) {
    for (position, index) in indexes.enumerated() {
      try bind(cells[index], at: position + 1)
    }
  }
}
