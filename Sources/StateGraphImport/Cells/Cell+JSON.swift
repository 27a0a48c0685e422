import StateGraphFormats
import StateGraphSQLite

extension Cell {
  /// Converts a JSON value to a value for one column.
  ///
  /// An object or an array becomes JSON text in a column for JSON text. A number in a TEXT column
  /// becomes the text that it has in the input. Throws if the column does not allow the type. Text
  /// never becomes a number.
  init(json content: JSONValue.Content, _ column: ColumnKind) throws(CellProblem) {
    switch content {
    case .null: self = column.isNotNull ? .absent : .null
    case .object, .array:
      let encoded = content.encodedBytes
      if column.isJSON, encoded == nil || column.affinity == .text {
        self = .text(content.jsonText)
      } else {
        guard let encoded else { throw .notOneValue }
        self = try Cell(encoded: encoded, column)
      }
    case .string(let text): self = try Cell(text: text, column)
    case .integer(let integer): self = try Cell(integer: integer, column)
    case .real(let real): self = try Cell(real: real, column)
    case .number(let text): self = try Cell(number: text, column)
    case .boolean(let boolean):
      guard column.affinity != .text else { throw .booleanInText }
      self = try Cell(integer: boolean ? 1 : 0, column)
    }
  }

  /// Converts base 64 text from a JSON input to bytes.
  ///
  /// Throws if the column would refuse bytes, or is declared INTEGER, where bytes are probably a
  /// mistake. A type such as POINT has the affinity INTEGER, but its columns contain bytes.
  private init(encoded: JSONValue.Content, _ column: ColumnKind) throws(CellProblem) {
    guard column.takesBytes else { throw .misplacedBytes }
    guard case .string(let text) = encoded, let bytes = RFC4648.bytes(base64: text) else {
      throw .notBase64
    }
    self = .blob(bytes)
  }

  private init(text: String, _ column: ColumnKind) throws(CellProblem) {
    switch column.affinity {
    case .text: self = .text(text)
    case .integer, .real: throw .textAsNumber
    case .numeric:
      // SQLite would store a text such as "7" as a number in this column, so reject the text.
      var text = text
      guard text.withUTF8({ !SQLiteNumber.looksLikeOne(UnsafeRawBufferPointer($0)) }) else {
        throw .textAsNumber
      }
      self = .text(text)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .text(text)
    }
  }

  private init(integer: Int64, _ column: ColumnKind) throws(CellProblem) {
    switch column.affinity {
    case .text: self = .text(String(integer))
    case .real: self = .real(try NumberText.real(integer))
    case .integer, .numeric: self = .integer(integer)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .integer(integer)
    }
  }

  private init(real: Double, _ column: ColumnKind) throws(CellProblem) {
    switch column.affinity {
    case .text: self = .text(real.description)
    case .integer:
      guard column.isLenient else { throw .realInInteger }
      self = .integer(try LenientNumber.integer(real))
    case .real, .numeric: self = .real(real)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .real(real)
    }
  }

  /// Converts a number whose text an integer and a double would change, such as `1.10`.
  private init(number text: String, _ column: ColumnKind) throws(CellProblem) {
    let bytes = Array(text.utf8)
    switch column.affinity {
    case .text: self = .text(text)
    // SQLite has no integer -0.
    case .integer where bytes == Array("-0".utf8): self = .integer(0)
    case .integer where column.isLenient: self = .integer(try LenientNumber.integer(bytes))
    case .integer:
      let isInteger = bytes.dropFirst().allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      throw isInteger ? .integerTooLarge : .realInInteger
    case .real, .numeric: self = .real(try LenientNumber.real(bytes))
    case .blob:
      guard !column.isBlob else { throw .blob }
      // A column without a type keeps the text of a number that REAL would change.
      let real = try? LenientNumber.real(bytes)
      let kept = real.flatMap { DecimalText.isKept($0, from: bytes) ? $0 : nil }
      self = kept.map { .real($0) } ?? .text(text)
    }
  }
}
