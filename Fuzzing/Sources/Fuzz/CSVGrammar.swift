import StateGraphFormats

/// A plain implementation of RFC 4180 with the rules that the importer documents. The reader is
/// compared with it.
enum CSVGrammar {
  /// Returns the rows, or nil if the input breaks a rule.
  static func rows(_ input: [UInt8], _ dialect: CSVDialect) -> [[[UInt8]]]? {
    let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
    var rest = input.dropFirst(hasMark ? 3 : 0)
    var rows: [[[UInt8]]] = []
    while let first = rest.first {
      if isLineEnd(first) {
        rest.removeFirst()
      } else if first == dialect.commentPrefix {
        rest = rest.drop { !isLineEnd($0) }
      } else {
        guard let row = row(&rest, dialect) else { return nil }
        guard row.count == rows.first?.count ?? row.count else { return nil }
        rows.append(row)
      }
    }
    return rows
  }

  private static func row(_ rest: inout ArraySlice<UInt8>, _ dialect: CSVDialect) -> [[UInt8]]? {
    var row: [[UInt8]] = []
    while true {
      // The encoding of a field is checked. A comment may contain any bytes.
      guard let field = field(&rest, dialect), !field.contains(0),
        String(validating: field, as: UTF8.self) != nil
      else { return nil }
      row.append(field)
      guard rest.first == dialect.separator else { break }
      rest.removeFirst()
    }
    guard rest.isEmpty || isLineEnd(rest[rest.startIndex]) else { return nil }
    return row
  }

  private static func field(_ rest: inout ArraySlice<UInt8>, _ dialect: CSVDialect) -> [UInt8]? {
    guard let quote = dialect.quote, rest.first == quote else {
      let field = rest.prefix { $0 != dialect.separator && !isLineEnd($0) }
      rest = rest.dropFirst(field.count)
      // A quote inside an unquoted field is text, unless the reader is strict.
      return Array(field)
    }
    var field: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { return field }
        rest.removeFirst()
      }
      field.append(byte)
    }
    return nil
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
