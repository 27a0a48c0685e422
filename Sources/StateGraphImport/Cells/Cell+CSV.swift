import StateGraphFormats
import StateGraphSQLite

extension Cell {
  /// Converts the text of a CSV field to a value for one column.
  ///
  /// - A TEXT column stores the text byte for byte.
  /// - An INTEGER or REAL column accepts only numbers, in more spellings if the column is lenient.
  /// - A column of NUMERIC affinity (NUMERIC, BOOLEAN, DATE…) stores a number if the text is an
  ///   exact spelling of that number. Otherwise it stores the text.
  /// - A BLOB column accepts CSV text only as base 64, if the request allows it.
  /// - A column that is declared for booleans gets 1 for `true` and 0 for `false`.
  init(csv field: UnsafeRawBufferPointer, _ column: ColumnKind) throws(CellProblem) {
    if column.isBoolean, let boolean = BooleanText.value(field) {
      self = .integer(boolean ? 1 : 0)
      return
    }
    switch column.affinity {
    case .text: self = .bytes(field)
    case .integer where column.isLenient:
      self = .integer(try LenientNumber.integer(LenientNumber.plain(field)))
    case .integer: self = .integer(try NumberText.integer(field))
    case .real where column.isLenient:
      self = .real(try LenientNumber.real(LenientNumber.plain(field)))
    case .real: self = .real(try NumberText.real(field))
    case .numeric: self = try Cell(numeric: field)
    case .blob:
      if column.readsBase64 {
        let text = String(decoding: field, as: UTF8.self)
        guard let bytes = RFC4648.bytes(base64: text) else { throw .blob }
        self = .blob(bytes)
        return
      }
      guard !column.isBlob else { throw .blob }
      self = .bytes(field)
    }
  }

  /// Converts text to a value for a column of NUMERIC affinity.
  ///
  /// Throws if SQLite would lose information. For example, SQLite would convert "007" to the
  /// number 7.
  private init(numeric field: UnsafeRawBufferPointer) throws(CellProblem) {
    do {
      self = .integer(try NumberText.integer(field))
      return
    } catch .notAnInteger {
      // The field may still contain a real number or plain text, which the code below handles.
    }
    do {
      self = .real(try NumberText.real(field))
    } catch {
      // A date such as 0101-01-01 begins like a number, but SQLite stores it unchanged.
      guard !SQLiteNumber.looksLikeOne(field) else { throw error }
      self = .bytes(field)
    }
  }
}

/// Recognises text that SQLite converts to a number when it stores the text.
package enum SQLiteNumber {
  /// Returns whether SQLite would convert the text to a number in a column of NUMERIC affinity.
  ///
  /// SQLite ignores blanks at both ends and a plus sign, so this function ignores them too
  /// (https://sqlite.org/datatype3.html#type_affinity).
  package static func looksLikeOne(_ field: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: field, as: UTF8.self)
    let trimmed = text.drop { $0.isWhitespace }
    guard let first = trimmed.first else { return false }
    let digits = first == "+" || first == "-" ? trimmed.dropFirst() : trimmed
    let body = String(digits.reversed().drop { $0.isWhitespace }.reversed())
    return Double(body) != nil && body.allSatisfy { "0123456789.eE+-".contains($0) }
  }
}
