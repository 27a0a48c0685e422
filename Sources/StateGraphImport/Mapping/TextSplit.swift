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
  func pieces(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: separator) {
        pieces.append(Self.trimmed(bytes[start..<index]))
        index += separator.count
        start = index
      } else {
        index += 1
      }
    }
    return pieces + [Self.trimmed(bytes[start...])]
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
      throw ImportError(
        .wrongType,
        "the value has more parts than the \(columns.count) columns that it is split into",
        remedy: "Correct the value, or add a column to the split in the mapping",
        place: place()
      )
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

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let text = bytes.drop(while: isBlank)
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[..<end], as: UTF8.self)
  }
}
