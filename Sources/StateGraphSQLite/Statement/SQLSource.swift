/// The text of one or several SQL statements in the form that SQLite compiles: UTF-8 with a NUL
/// byte at the end.
struct SQLSource {
  private let characters: ContiguousArray<CChar>

  /// Converts the SQL text to this form.
  ///
  /// - Throws: `.invalidSQL` if the text contains a NUL byte, because SQLite would ignore the text
  ///   after this byte.
  init(_ sql: String) throws(DatabaseError) {
    guard !sql.utf8.contains(0) else {
      throw DatabaseError(
        .invalidSQL,
        "The SQL contains a NUL byte.",
        remedy: "Bind the value instead.",
        sql: sql
      )
    }
    characters = sql.utf8CString
  }

  var count: Int { characters.count - 1 }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    characters.withUnsafeBufferPointer { buffer in
      // `utf8CString` always contains a NUL byte, so the buffer is never empty and has an address.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: characters[range].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the place at which the next statement after `offset` begins.
  ///
  /// White space and comments before the statement are skipped.
  func place(ofStatementAt offset: Int) -> SQLPlace {
    var start = offset
    while start < count, let length = skipped(at: start) { start += length }
    let before = characters[..<start]
    let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return SQLPlace(
      line: 1 + before.count { $0 == newline },
      column: 1 + text(lineStart..<start).unicodeScalars.count
    )
  }

  private let newline = CChar(bitPattern: UInt8(ascii: "\n"))

  /// Returns the number of bytes of the white space, comment or empty statement at `start`.
  ///
  /// Returns nil if a statement begins at `start`.
  private func skipped(at start: Int) -> Int? {
    let rest = characters[start..<count]
    switch UInt8(bitPattern: characters[start]) {
    case UInt8(ascii: " "), UInt8(ascii: ";"), 9...13: return 1
    case UInt8(ascii: "-") where rest.dropFirst().first == characters[start]:
      return rest.firstIndex(of: newline).map { $0 + 1 - start } ?? rest.count
    case UInt8(ascii: "/") where rest.dropFirst().first == CChar(UInt8(ascii: "*")):
      var end = start + 2
      let (star, slash) = (CChar(UInt8(ascii: "*")), CChar(UInt8(ascii: "/")))
      while end + 1 < count, characters[end] != star || characters[end + 1] != slash { end += 1 }
      return min(end + 2, count) - start
    default: return nil
    }
  }
}
