import StateGraphSQLite

extension Cell {
  /// The cell for the text of a CSV field.
  ///
  /// Text goes into TEXT columns byte for byte. Elsewhere it must be a number of the column's kind;
  /// columns without a numeric type of their own (NUMERIC, BOOLEAN, DATE…) take a number where the
  /// text is one that SQLite keeps, and else the text.
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

  /// The affinity NUMERIC turns text that looks like a number into one, and "007" into 7.
  private init(numeric field: UnsafeRawBufferPointer) throws(CellProblem) {
    do {
      self = .integer(try NumberText.integer(field))
      return
    } catch .notAnInteger {
      // Perhaps it is a real, or no number at all.
    }
    do {
      self = .real(try NumberText.real(field))
    } catch .notANumber {
      guard !SQLiteNumber.looksLikeOne(field) else { throw .notANumber }
      self = .bytes(field)
    }
  }
}

/// What SQLite would take for a number although it is not written like one.
enum SQLiteNumber {
  /// Leading and trailing blanks and a plus sign are what SQLite drops on the way.
  static func looksLikeOne(_ field: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: field, as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }
    guard let first = trimmed.first else { return false }
    let digits = first == "+" || first == "-" ? trimmed.dropFirst() : trimmed
    let body = String(digits.reversed().drop { $0.isWhitespace }.reversed())
    return Double(body) != nil && body.allSatisfy { "0123456789.eE+-".contains($0) }
  }
}
