package import StateGraphRows

/// Converts the values of one column between the server's text format and SQLite's values.
///
/// Each value either survives the way to the server and back, or is refused. The conversion expects
/// the settings of a connection of this module: UTF-8, dates in ISO form in UTC, bytea in
/// hexadecimal form.
package struct ReplicatedColumn: Hashable, Sendable {
  package let server: ServerColumnType
  /// How the values are converted.
  package let type: ServerType
  /// The name of the column with its table, for errors.
  private let name: ByteText

  /// - Throws: `.unsupportedType` if the types do not hold the same values.
  package init(
    server: ServerColumnType,
    file: FileType,
    column: String
  ) throws(ReplicationError) {
    guard let type = server.form else {
      throw ReplicationError(
        .unsupportedType,
        "The column \(column) is \(server.name) on the server, and its values cannot be "
          + "replicated.",
        remedy:
          "Give the column another type on the server, such as text or numeric, or drop it in "
          + "the file."
      )
    }
    guard type.fileType == file else {
      throw ReplicationError(
        .unsupportedType,
        "The column \(column) is \(server.name) on the server and \(file.rawValue) in the file.",
        remedy: "Declare the column as \(type.fileType.rawValue) in the file."
      )
    }
    (self.server, self.type) = (server, type)
    name = ByteText(column)
  }

  /// A column of a type that each server has, by its number.
  package init(
    server: UInt32,
    modifier: Int32,
    file: FileType,
    column: String
  ) throws(ReplicationError) {
    try self.init(
      server: ServerColumnType(builtIn: server, modifier: modifier),
      file: file,
      column: column
    )
  }

  /// Converts a value of the server.
  ///
  /// - Throws: `.outOfRange` if the file cannot store the value, and `.malformedMessage` if the
  ///   text is no value of the type.
  package func fileValue(_ text: ArraySlice<UInt8>) throws(ReplicationError) -> SQLiteValue {
    switch type {
    case .boolean:
      guard text.count == 1, text.first == UInt8(ascii: "t") || text.first == UInt8(ascii: "f")
      else { throw malformed }
      return .integer(text.first == UInt8(ascii: "t") ? 1 : 0)
    case .int2: return .integer(Int64(try integer(text, as: Int16.self)))
    case .int4: return .integer(Int64(try integer(text, as: Int32.self)))
    case .int8: return .integer(try integer(text, as: Int64.self))
    case .float4, .float8:
      return .real(try ServerNumberText.real(text, orThrow: malformed, notANumber: notANumber))
    case .bytea:
      guard let bytes = HexadecimalText.bytes(of: text) else { throw malformed }
      return .blob(bytes)
    case .printed, .text, .varchar, .json: return .text(try string(text))
    case .timestamptz:
      guard let local = TimestampText.fileText(of: try string(text)) else {
        throw outOfRange("a time that is infinite or outside of the years 1 to 9999")
      }
      return .text(local)
    case .numeric:
      let text = try string(text)
      guard ServerNumberText.isDecimal(text) else { throw outOfRange("NaN or an infinite number") }
      return .text(text)
    case .uuid:
      let text = try string(text)
      guard UUIDText.isCanonical(text) else { throw malformed }
      return .text(text)
    }
  }

  /// Converts a value of the file. Returns nil for NULL.
  ///
  /// - Throws: `.outOfRange` if the server cannot store the value, and `.notCanonical` if its text
  ///   would come back as another text.
  package func serverText(_ value: SQLiteValue) throws(ReplicationError) -> [UInt8]? {
    switch value {
    case .null: return nil
    case .integer(let integer): return try serverText(integer)
    case .real(let real):
      guard type.fileType == .real else { throw wrongClass(value) }
      guard !real.isNaN else { throw notANumber }
      return Array(ServerNumberText.text(of: real).utf8)
    case .blob(let bytes):
      guard type == .bytea else { throw wrongClass(value) }
      return HexadecimalText.text(of: bytes)
    case .text(let text):
      guard type.fileType == .text else { throw wrongClass(value) }
      return try serverText(text)
    }
  }

  private func serverText(_ integer: Int64) throws(ReplicationError) -> [UInt8] {
    let range: ClosedRange<Int64>
    switch type {
    case .boolean:
      guard integer == 0 || integer == 1 else { throw outOfRange("an integer other than 0 and 1") }
      return [UInt8(ascii: integer == 1 ? "t" : "f")]
    case .int2: range = -32_768...32_767
    case .int4: range = -2_147_483_648...2_147_483_647
    case .int8: range = .min ... .max
    default: throw wrongClass(.integer(integer))
    }
    guard range.contains(integer) else { throw outOfRange("an integer that is too large") }
    return Array(String(integer).utf8)
  }

  private func serverText(_ text: String) throws(ReplicationError) -> [UInt8] {
    guard !text.utf8.contains(0) else { throw outOfRange("text with a zero character") }
    switch type {
    case .varchar:
      let modifier = server.formModifier
      guard modifier < 4 || text.unicodeScalars.count <= Int(modifier) - 4 else {
        throw outOfRange("text of more than \(modifier - 4) characters")
      }
    case .timestamptz:
      guard let server = TimestampText.serverText(of: text) else {
        throw notCanonical("2026-03-01 09:30:00.25, with at most six digits of a second")
      }
      return Array(server.utf8)
    case .numeric:
      guard ServerNumberText.isCanonicalDecimal(text, modifier: server.formModifier) else {
        throw notCanonical("digits without leading zeros, and with the column's scale")
      }
    case .uuid:
      guard UUIDText.isCanonical(text) else {
        throw notCanonical("36 characters in lower case")
      }
    default: break
    }
    return Array(text.utf8)
  }
}

// MARK: - Parts and errors

extension ReplicatedColumn {
  private func integer<Number: FixedWidthInteger>(
    _ text: ArraySlice<UInt8>,
    as type: Number.Type
  ) throws(ReplicationError) -> Number {
    // The initializer also accepts a plus sign, which the server never sends.
    guard let first = text.first, first != UInt8(ascii: "+"), text.count <= 20,
      let number = Number(String(decoding: text, as: UTF8.self))
    else { throw malformed }
    return number
  }

  private func string(_ text: ArraySlice<UInt8>) throws(ReplicationError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw ReplicationError(
        .malformedMessage,
        "The server sent a value of \(name) (\(server.name)) that is not UTF-8."
      )
    }
    return string
  }

  private var malformed: ReplicationError {
    ReplicationError(
      .malformedMessage,
      "The server sent a value of \(name) that is not in the text form of the type \(server.name)."
    )
  }

  private var notANumber: ReplicationError { outOfRange("NaN") }

  private func outOfRange(_ what: String) -> ReplicationError {
    ReplicationError(
      .outOfRange,
      "The column \(name) is \(server.name) on the server. It and its column in the file do not "
        + "both store \(what).",
      remedy: "Correct the value."
    )
  }

  private func notCanonical(_ form: String) -> ReplicationError {
    ReplicationError(
      .notCanonical,
      "The server would change the text of a value of \(name), which is \(server.name) there.",
      remedy: "Write the value as \(form), or declare the column as text on the server."
    )
  }

  private func wrongClass(_ value: SQLiteValue) -> ReplicationError {
    ReplicationError(
      .outOfRange,
      "The column \(name) is \(server.name) on the server, and cannot store a value of SQLite's "
        + "class \(value.storageClass).",
      remedy: "Make the table STRICT, so that the column stores only \(type.fileType.rawValue)."
    )
  }
}
