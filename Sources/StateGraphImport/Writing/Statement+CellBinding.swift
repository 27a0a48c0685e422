import StateGraphSQLite

extension Statement {
  /// Binds a value to the parameter at `index`, counted from 1. A missing value becomes NULL.
  ///
  /// SQLite does not copy a value of the case `bytes`, which points into the reader's buffer. The
  /// reader must not read its next record until the statement has run.
  func bind(_ cell: Cell, at index: Int) throws(DatabaseError) {
    switch cell {
    case .absent, .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let text): try bind(SQLiteValue.text(text), at: index)
    case .bytes(let bytes): try bindText(bytes, at: index)
    case .blob(let bytes): try bind(SQLiteValue.blob(bytes), at: index)
    }
  }

  /// Binds the values in the columns `indexes` to the parameters 1, 2, 3 and so on.
  ///
  /// SQLite copies the texts. A statement that runs for every row should use
  /// `bind(_:indexes:keepingTextsIn:)` instead.
  func bind(_ cells: [Cell], indexes: [Int]) throws(DatabaseError) {
    for position in indexes.indices {
      try bind(cells[indexes[position]], at: position + 1)
    }
  }

  /// Binds the values in the columns `indexes` to the parameters 1, 2, 3 and so on.
  ///
  /// Copies the texts to `texts`, which must not change until the statement has run. If SQLite
  /// copied them, each text would need a memory allocation.
  func bind(
    _ cells: [Cell],
    indexes: [Int],
    keepingTextsIn texts: TextScratch
  ) throws(DatabaseError) {
    var byteCount = 0
    for index in indexes {
      if case .text(let text) = cells[index] { byteCount += text.utf8.count }
    }
    texts.begin(byteCount: byteCount)
    for position in indexes.indices {
      guard case .text(var text) = cells[indexes[position]] else {
        try bind(cells[indexes[position]], at: position + 1)
        continue
      }
      let bytes = text.withUTF8 { texts.keep($0) }
      try bindText(bytes, at: position + 1)
    }
  }
}
