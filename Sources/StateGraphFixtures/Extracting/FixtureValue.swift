import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// A value of a database that an extraction writes to a fixture file. Unlike `SQLiteValue`, it can
/// also hold a text that is not UTF-8.
enum FixtureValue: Equatable {
  case value(SQLiteValue)
  /// A text whose bytes are not UTF-8, which no `String` can represent.
  case invalidText([UInt8])

  init(_ statement: Statement, column: Int) {
    guard statement.storageClass(at: column) == .text else {
      self = .value(statement.value(at: column))
      return
    }
    let bytes = statement.bytes(at: column)
    self =
      bytes.isValidUTF8
      ? .value(.text(String(decoding: bytes, as: UTF8.self))) : .invalidText(Array(bytes))
  }

  /// Returns whether the importer restores exactly this value from a JSON file.
  ///
  /// The importer refuses a value whose type differs from the type of its column, because such a
  /// value is usually a mistake. In a column of labels, the importer also reads a text that begins
  /// with `@` as a label.
  ///
  /// - Parameters:
  ///   - column: The column of the value.
  ///   - isKey: Whether the column is part of the primary key.
  ///   - mayBeLabel: Whether a text in the column may be a label.
  func isExactInJSON(_ column: ColumnSchema, isKey: Bool, mayBeLabel: Bool) -> Bool {
    guard case .value(let value) = self else { return false }
    let isUntyped = column.affinity == .blob && column.declaredType != "BLOB"
    switch value {
    case .null: return !isKey && !column.isNotNull
    case .integer: return [.integer, .numeric].contains(column.affinity) || isUntyped
    case .real(let real):
      return real.isFinite && ([.real, .numeric].contains(column.affinity) || isUntyped)
    case .blob: return [.blob, .numeric].contains(column.affinity)
    case .text(var text):
      // The importer refuses an empty text in a column of labels.
      guard !mayBeLabel || !text.isEmpty && text.utf8.first != UInt8(ascii: "@") else {
        return false
      }
      switch column.affinity {
      case .text: return true
      case .numeric:
        return text.withUTF8 { !SQLiteNumber.looksLikeOne(UnsafeRawBufferPointer($0)) }
      case .blob: return isUntyped
      case .integer, .real: return false
      }
    }
  }

  /// The value as an SQL literal.
  var sqlLiteral: String {
    switch self {
    case .value(let value): value.sqlLiteral
    case .invalidText(let bytes): "CAST(\(SQLiteValue.blob(bytes).sqlLiteral) AS TEXT)"
    }
  }
}
