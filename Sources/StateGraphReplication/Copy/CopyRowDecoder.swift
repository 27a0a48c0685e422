/// Decodes a row of COPY in text format.
///
/// The chapter "COPY" of PostgreSQL's manual describes the format.
package enum CopyRowDecoder {
  /// Returns the values of a line, with nil for NULL.
  ///
  /// - Throws: `.malformedMessage` if the line does not have `columnCount` values, and `.tooLarge`.
  package static func decode(
    _ line: ArraySlice<UInt8>,
    columnCount: Int,
    limits: ReplicationLimits
  ) throws(ReplicationError) -> [ArraySlice<UInt8>?] {
    guard line.last == UInt8(ascii: "\n") else {
      throw malformed("a row of COPY without an end of its line")
    }
    var values: [ArraySlice<UInt8>?] = []
    values.reserveCapacity(columnCount)
    var rest = line.dropLast()
    while values.count < columnCount {
      let end = rest.firstIndex(of: UInt8(ascii: "\t"))
      let field = rest[..<(end ?? rest.endIndex)]
      guard field.count <= limits.valueBytes * 2 else {
        throw ReplicationError(
          .tooLarge,
          "The server sent a value of more than \(limits.valueBytes) bytes."
        )
      }
      values.append(try value(field))
      guard let end else {
        guard values.count == columnCount else { break }
        return values
      }
      rest = rest[(end + 1)...]
    }
    let fieldCount = line.dropLast().count { $0 == UInt8(ascii: "\t") } + 1
    throw malformed("a row of COPY with \(fieldCount) values, not \(columnCount)")
  }

  private static func value(
    _ field: ArraySlice<UInt8>
  ) throws(ReplicationError) -> ArraySlice<UInt8>? {
    guard field.contains(UInt8(ascii: "\\")) else { return field }
    if field.elementsEqual(Array("\\N".utf8)) { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var position = field.startIndex
    while position < field.endIndex {
      guard field[position] == UInt8(ascii: "\\") else {
        bytes.append(field[position])
        position += 1
        continue
      }
      guard position + 1 < field.endIndex, let byte = escaped[field[position + 1]] else {
        throw malformed("an unknown escape in a row of COPY")
      }
      bytes.append(byte)
      position += 2
    }
    return bytes[...]
  }

  /// The bytes that the server escapes, by the letter after the backslash.
  private static let escaped: [UInt8: UInt8] = [
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]

  private static func malformed(_ what: String) -> ReplicationError {
    ReplicationError(.malformedMessage, "The server sent \(what).")
  }
}
