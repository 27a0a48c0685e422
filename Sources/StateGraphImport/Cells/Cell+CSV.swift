import StateGraphSQLite

extension Cell {
  /// Creates the cell for the text of a CSV field. The type of the column determines which text is
  /// allowed.
  ///
  /// - A TEXT column gets the text byte for byte.
  /// - An INTEGER or REAL column accepts only numbers.
  /// - A column of NUMERIC affinity (NUMERIC, BOOLEAN, DATE…) gets a number if the text is exactly
  ///   that number. Otherwise it gets the text.
  /// - A BLOB column accepts no CSV text.
  init(csv field: UnsafeRawBufferPointer, _ column: ColumnKind) throws(CellProblem) {
    switch column.affinity {
    case .text: self = .bytes(field)
    case .integer: self = .integer(try NumberText.integer(field))
    case .real: self = .real(try NumberText.real(field))
    case .numeric: self = try Cell(numeric: field)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .bytes(field)
    }
  }

  /// Creates a cell for a column of NUMERIC affinity.
  ///
  /// Throws an error if SQLite would convert the text and lose information. For example, SQLite
  /// would convert the text "007" to the number 7.
  private init(numeric field: UnsafeRawBufferPointer) throws(CellProblem) {
    do {
      self = .integer(try NumberText.integer(field))
      return
    } catch .notAnInteger {
      // The text is not an integer. It may still be a real number, or no number at all.
    }
    do {
      self = .real(try NumberText.real(field))
    } catch .notANumber {
      guard !SQLiteNumber.looksLikeOne(field) else { throw .notANumber }
      self = .bytes(field)
    }
  }
}

/// Recognizes texts that SQLite converts to numbers when it stores them.
enum SQLiteNumber {
  /// Returns whether SQLite would convert the text to a number in a column of NUMERIC affinity.
  ///
  /// Like SQLite, this function ignores blanks at both ends and a plus sign
  /// (https://sqlite.org/datatype3.html#type_affinity).
  static func looksLikeOne(_ field: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: field, as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }
    guard let first = trimmed.first else { return false }
    let digits = first == "+" || first == "-" ? trimmed.dropFirst() : trimmed
    let body = String(digits.reversed().drop { $0.isWhitespace }.reversed())
    return Double(body) != nil && body.allSatisfy { "0123456789.eE+-".contains($0) }
  }
}
