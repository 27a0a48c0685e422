package import StateGraphSQLite

/// How a label in a fixture becomes the key of a row: as an integer, a UUID, bytes or text.
///
/// A label is a name such as `@alice` that a fixture file contains in place of a key. The key is
/// computed from the name of the table and the label alone. An edit elsewhere in a fixture
/// therefore does not change the key.
package enum LabelForm: Sendable {
  /// The keys are positive integers of 48 bits.
  case integer
  /// The keys are UUIDs of version 8 as text. The column has the declared type UUID.
  case uuid
  /// The keys are UUIDs of version 8 as 16 bytes.
  case blob
  /// The keys are texts. A value without `@` is the key itself, and `@name` stands for a UUID, as
  /// in ``uuid``.
  case text

  /// Creates the form for a key column, or returns nil if the type of the column, such as REAL,
  /// allows no labels.
  init?(_ column: ColumnSchema) {
    switch (column.declaredType, column.affinity) {
    case ("UUID", _): self = .uuid
    case ("BLOB", _): self = .blob
    case (_, .integer): self = .integer
    case (_, .text): self = .text
    default: return nil
    }
  }

  /// Returns the key for a label.
  ///
  /// - Parameters:
  ///   - name: The label without `@`.
  ///   - table: The name of the table in which the label is defined.
  package func key(_ name: String, in table: String) -> SQLiteValue {
    // A NUL byte cannot be part of a name, so two different pairs never have the same digest.
    let digest = Array(SHA256.hexadecimal(of: (Self.folded(table) + "\0" + name).utf8).utf8)
    switch self {
    case .integer:
      let number = digest.prefix(12).reduce(Int64(0)) { $0 << 4 | Int64(Self.digit($1)) }
      return .integer(max(1, number))
    case .uuid, .text:
      return .text(Self.uuid(digest))
    case .blob:
      let digits = Self.uuid(digest).utf8.filter { $0 != UInt8(ascii: "-") }
      let bytes = stride(from: 0, to: 32, by: 2).map {
        Self.digit(digits[$0]) << 4 | Self.digit(digits[$0 + 1])
      }
      return .blob(bytes)
    }
  }

  /// Returns a UUID of version 8 (RFC 9562), in lower case.
  private static func uuid(_ digest: [UInt8]) -> String {
    var digits = Array(digest.prefix(32))
    digits[12] = UInt8(ascii: "8")
    digits[16] = Array("89ab".utf8)[Int(digit(digits[16]) & 3)]
    for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8 { byte > 57 ? byte - 87 : byte - 48 }

  /// Returns the name in lower case, because SQLite ignores the case of ASCII letters in table
  /// names.
  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
