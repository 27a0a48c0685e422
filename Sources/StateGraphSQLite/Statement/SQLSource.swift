/// SQL text as SQLite takes it: UTF-8 up to a NUL, in one place for all of its statements.
struct SQLSource {
  private let characters: ContiguousArray<CChar>

  /// - Throws: `.invalidSQL` where there is a NUL in the text: SQLite would stop there and run
  ///   half.
  init(_ sql: String) throws(DatabaseError) {
    guard !sql.utf8.contains(0) else {
      throw DatabaseError(
        .invalidSQL,
        "The SQL has a NUL byte in it.",
        remedy: "Bind the value instead.",
        sql: sql
      )
    }
    characters = sql.utf8CString
  }

  var count: Int { characters.count - 1 }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    characters.withUnsafeBufferPointer { buffer in
      // `utf8CString` always holds its NUL, so there is an address.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: characters[range].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The line, counted from 1, of the first word behind `offset`: comments are not the statement.
  func line(ofStatementAt offset: Int) -> Int {
    var start = offset
    while start < count, let length = skipped(at: start) { start += length }
    return 1 + characters[..<start].count { $0 == newline }
  }

  private let newline = CChar(bitPattern: UInt8(ascii: "\n"))

  /// How many bytes at `start` are white space, a comment or an empty statement; nil where none
  /// are.
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
