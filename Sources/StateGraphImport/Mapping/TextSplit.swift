import StateGraphFormats
import StateGraphSQLite

/// Splits one text of an input into several values, according to the column mapping.
struct TextSplit {
  /// The meaning of the split values in the database: keys of nested rows, or values of columns.
  enum Target {
    /// The values are keys of rows in a nested table.
    ///
    /// - Parameters:
    ///   - name: The name of the nested table.
    ///   - role: The relationship of the nested table to the table of the record.
    ///   - key: The key column of the nested table.
    case list(name: String, role: MemberRole, key: ColumnSchema)
    /// The values are stored in these columns of the record's table, in this order.
    case columns([Int])
  }

  let separator: [UInt8]
  let target: Target

  /// Splits a text at each separator, and removes blanks and tabs around each value.
  ///
  /// The result includes empty values.
  func pieces(of text: String) -> [String] { Self.pieces(of: text, separator: separator) }

  static func pieces(of text: String, separator: [UInt8]) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: separator) {
        pieces.append(trimmed(bytes[start..<index]))
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [trimmed(bytes[start...])]
  }

  /// Splits a text into one value for each of the given columns.
  ///
  /// If the text has fewer values, the last columns get an empty text.
  ///
  /// - Throws: An error if the text has more values than there are columns.
  func pieces(
    of text: String,
    for columns: [Int],
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> [(column: Int, text: String)] {
    let pieces = pieces(of: text)
    guard pieces.count <= columns.count else {
      throw Self.tooManyParts(columns.count, at: place())
    }
    return columns.enumerated().map { number, column in
      (column, number < pieces.count ? pieces[number] : "")
    }
  }

  /// Splits a text that contains the keys of nested rows, such as `swift,linux`.
  ///
  /// Returns the keys as the elements of a JSON array, without empty keys.
  func elements(of text: String, key: ColumnSchema, at place: TextPlace) -> [JSONValue] {
    pieces(of: text).filter { !$0.isEmpty }.map { JSONValue(.init(key: $0, of: key), at: place) }
  }

  static func tooManyParts(_ columnCount: Int, at place: InputPlace) -> ImportError {
    ImportError(
      .wrongType,
      "the value has more parts than the \(columnCount) columns that it is split into",
      remedy: "Correct the value, or add a column to the split in the mapping",
      place: place
    )
  }

  /// Returns the text of a JSON member that the mapping splits, or nil if its value is NULL.
  ///
  /// - Throws: An error if the value is neither text nor an integer.
  static func text(of member: JSONMember, in file: String) throws(ImportError) -> String? {
    switch member.value.content {
    case .null: return nil
    case .string(let string): return string
    case .integer(let integer): return String(integer)
    default:
      throw ImportError(
        .wrongType,
        "the value to be split is not a text",
        remedy: "Write it as a text, or remove the split from the mapping",
        place: member.value.place.inFile(file)
      )
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let text = bytes.drop(while: isBlank)
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }
}
