import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// A complete value of the database, as keys, cursors and requests contain it.
enum WholeValue: Equatable, Sendable {
  case value(SQLiteValue)
  /// Text whose bytes are not valid UTF-8.
  case brokenText([UInt8])

  /// Reads a value of a request.
  init(_ json: JSONValue) throws(StudioError) {
    switch json.content {
    case .null: self = .value(.null)
    case .integer(let integer): self = .value(.integer(integer))
    case .string(let text): self = .value(.text(text))
    case .object(let members): self = try WholeValue.tagged(members)
    case .array, .boolean, .real, .number: throw .invalidRequest
    }
  }

  private static func tagged(_ members: [JSONMember]) throws(StudioError) -> WholeValue {
    guard let first = members.first, case .string(let text) = first.value.content,
      members.count == 1 || (members.count == 2 && members[1].key.utf8.elementsEqual("bytes".utf8))
    else { throw .invalidRequest }
    var size: Int?
    if members.count == 2 {
      guard case .integer(let integer) = members[1].value.content else { throw .invalidRequest }
      size = Int(integer)
    }
    switch first.key {
    case "$integer" where size == nil:
      guard let integer = Int64(text) else { throw .invalidRequest }
      return .value(.integer(integer))
    case "$real" where size == nil: return .value(.real(try real(text)))
    case "$blob", "$textBytes":
      // A shortened value is not the value.
      guard let bytes = RFC4648.bytes(base64: text), size == nil || size == bytes.count else {
        throw .invalidRequest
      }
      if first.key.utf8.count == "$blob".utf8.count { return .value(.blob(bytes)) }
      return WholeValue(text: bytes)
    default: throw .invalidRequest
    }
  }

  private static func real(_ text: String) throws(StudioError) -> Double {
    switch text {
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default:
      // Swift's parser also accepts names of infinity and NaN, and hexadecimal numbers.
      guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
        let real = Double(text), real.isFinite
      else { throw .invalidRequest }
      return real
    }
  }

  init(text bytes: [UInt8]) {
    let isValid = bytes.withUnsafeBytes { $0.isValidUTF8 }
    self = isValid ? .value(.text(String(decoding: bytes, as: UTF8.self))) : .brokenText(bytes)
  }

  /// Copies a value of a statement's current row.
  init(_ statement: Statement, column: Int) {
    guard statement.storageClass(at: column) == .text else {
      self = .value(statement.value(at: column))
      return
    }
    self.init(text: Array(statement.bytes(at: column)))
  }

  /// Returns the JSON of a value of a statement's current row.
  static func json(_ statement: Statement, column: Int) -> [UInt8] {
    var writer = JSONBuilder()
    WholeValue(statement, column: column).write(to: &writer)
    return writer.bytes
  }

  var isNull: Bool { self == .value(.null) }

  /// The value as SQL that compares like a bound value: it has no affinity.
  var sql: SQL {
    switch self {
    case .value(let value): "\(value)"
    // A CAST alone would have the affinity TEXT, and SQLite would convert the numbers that it is
    // compared with.
    case .brokenText(let bytes): "+CAST(\(bytes) AS TEXT)"
    }
  }

  func write(to writer: inout JSONBuilder) {
    switch self {
    case .value(.null): writer.null()
    case .value(.integer(let integer)): writer.raw(ShownValue.json(integer))
    case .value(.real(let real)): writer.raw(ShownValue.json(real))
    case .value(.text(let text)):
      guard !text.utf8.contains(0) else {
        return writer.raw(ShownValue.tagged("$textBytes", bytes: Array(text.utf8)))
      }
      writer.string(text)
    case .value(.blob(let bytes)): writer.raw(ShownValue.tagged("$blob", bytes: bytes))
    case .brokenText(let bytes): writer.raw(ShownValue.tagged("$textBytes", bytes: bytes))
    }
  }
}
