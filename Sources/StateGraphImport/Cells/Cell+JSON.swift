import StateGraphFormats
import StateGraphSQLite

extension Cell {
  /// Converts a JSON value to a value for one column.
  ///
  /// An object or an array becomes JSON text in a column for JSON text. Throws if the column does
  /// not allow the type. A number never becomes text, and text never becomes a number. The JSON
  /// keys `1` and `"1"` therefore identify different rows.
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
    case .text: throw .numberAsText
    case .real: self = .real(try NumberText.real(integer))
    case .integer, .numeric: self = .integer(integer)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .integer(integer)
    }
  }

  private init(real: Double, _ column: ColumnKind) throws(CellProblem) {
    switch column.affinity {
    case .text: throw .numberAsText
    case .integer:
      guard column.isLenient else { throw .realInInteger }
      self = .integer(try LenientNumber.integer(real))
    case .real, .numeric: self = .real(real)
    case .blob:
      guard !column.isBlob else { throw .blob }
      self = .real(real)
    }
  }
}
