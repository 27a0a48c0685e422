import StateGraphFormats
import StateGraphSQLite

extension Cell {
  /// Converts the text of a CSV field to a value for one column.
  ///
  /// - A TEXT column stores the text byte for byte.
  /// - An INTEGER or REAL column accepts only numbers, in the form that the request describes.
  /// - A column of NUMERIC affinity (NUMERIC, BOOLEAN, DATE…) stores a number if the text is an
  ///   exact spelling of that number. Otherwise it stores the text, unless the text is a number in
  ///   another form, such as `1,234.50`.
  /// - A BLOB column accepts CSV text only as base 64, if the request allows it.
  /// - A column that is declared for booleans gets 1 or 0 for the texts of ``BooleanText``.
  /// - A column of type JSON accepts only JSON, which it stores without a change.
  init(csv field: UnsafeRawBufferPointer, _ column: ColumnKind) throws(CellProblem) {
    if column.isBoolean {
      if let boolean = BooleanText.value(field) {
        self = .integer(boolean ? 1 : 0)
        return
      }
      let mayBeText = column.affinity == .text || column.affinity == .blob
      guard mayBeText || SQLiteNumber.looksLikeOne(field) else { throw .notABoolean }
    }
    if column.isOfJSON {
      self = try Cell(jsonText: field, column)
      return
    }
    do throws(CellProblem) {
      switch column.affinity {
      case .text: self = .bytes(field)
      case .integer: self = .integer(try column.numbers.integer(field))
      case .real:
        let real = try column.numbers.real(field)
        // SQLite has no NaN, and stores NULL instead.
        guard !real.isNaN || !column.isNotNull else { throw .null }
        self = real.isNaN ? .null : .real(real)
      case .numeric: self = try Cell(numeric: field, column.numbers)
      case .blob where column.readsBase64:
        let text = String(decoding: field, as: UTF8.self)
        guard let bytes = RFC4648.bytes(base64: text) else { throw CellProblem.textNotBase64 }
        self = .blob(bytes)
      case .blob:
        guard !column.isBlob else { throw .blob }
        self = .bytes(field)
      }
    } catch {
      throw CellProblem(error, of: field)
    }
  }

  /// Accepts JSON text for a column of type JSON, which has NUMERIC affinity.
  ///
  /// SQLite stores such a number as an integer or a real, so the text of the number must be the one
  /// that SQLite returns.
  private init(jsonText field: UnsafeRawBufferPointer, _ column: ColumnKind) throws(CellProblem) {
    guard JSONSyntax.isValid(field) else { throw .notJSON }
    guard column.affinity == .numeric, SQLiteNumber.looksLikeOne(field) else {
      self = .bytes(field)
      return
    }
    if let integer = try? NumberText.integer(field) {
      self = .integer(integer)
    } else if let real = try? NumberText.real(field), real != real.rounded(),
      real.description.utf8.elementsEqual(field)
    {
      self = .real(real)
    } else {
      throw .inexactJSON
    }
  }

  /// Converts text to a value for a column of NUMERIC affinity, for which the request may describe
  /// another form of numbers.
  private init(numeric field: UnsafeRawBufferPointer, _ form: NumberForm) throws(CellProblem) {
    guard !form.isPlain else {
      self = try Cell(numeric: field)
      return
    }
    if let integer = try? form.integer(field) {
      self = .integer(integer)
    } else if let real = try? form.real(field), real.isFinite {
      self = .real(real)
    } else {
      guard !SQLiteNumber.looksLikeOne(field) else { throw .notANumber }
      self = try Cell(notANumber: field)
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
      self = try Cell(notANumber: field)
    }
  }

  /// Keeps a text such as a date in a column of NUMERIC affinity. Throws if the text is a number
  /// that an option would read, such as `1,234.50`.
  private init(notANumber field: UnsafeRawBufferPointer) throws(CellProblem) {
    if let problem = CellProblem.inOtherForm(field) { throw problem }
    self = .bytes(field)
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
